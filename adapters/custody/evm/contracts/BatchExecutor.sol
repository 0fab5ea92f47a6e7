// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Runs calls as the account that carries this code, for an EOA delegated to it by EIP-7702 or simulated with it.
/// Only the account itself can start a batch: without that guard a stranger empties it in one call.
/// What fails is reported and the rest still runs. Holds no storage, so it can be exchanged at any time.
contract BatchExecutor {
    struct Call {
        address to;
        uint256 value;
        /// The most this call may burn, so that one hostile call cannot starve the rest; zero for all that is left.
        uint256 gasCap;
        bytes data;
    }

    struct Result {
        bool ok;
        /// Before refunds, without the transaction's base and calldata cost.
        uint256 gasUsed;
        /// The first `maxReturned` bytes.
        bytes returned;
    }

    /// A call of a group; what it may burn is the group's matter.
    struct Move {
        address to;
        uint256 value;
        bytes data;
    }

    /// Moves that happen together or not at all, such as a pull and the bridge call that spends it.
    struct Group {
        /// The most the group may burn, so that a hostile one cannot starve the rest.
        uint256 gasCap;
        Move[] moves;
    }

    struct Payment {
        address to;
        uint256 units;
    }

    /// Nothing of this group happened. Said only of failures: silence in a successful transaction means it did.
    event GroupFailed(uint256 indexed index);

    error OnlySelf();
    error MoveFailed(uint256 index);

    /// Bounds what a hostile return can make the batch pay for memory; revert reasons fit.
    uint256 private constant maxReturned = 256;

    receive() external payable {}

    function run(Call[] calldata calls) external payable returns (Result[] memory results) {
        if (msg.sender != address(this)) revert OnlySelf();

        results = new Result[](calls.length);
        for (uint256 i; i < calls.length; ++i) _runOne(calls[i], results[i]);
    }

    function runGroups(Group[] calldata groups) external payable {
        if (msg.sender != address(this)) revert OnlySelf();

        for (uint256 i; i < groups.length; ++i) {
            if (!_runGroup(groups[i])) emit GroupFailed(i);
        }
    }

    /// Groups that are all one ERC-20 transfer each, of one token: what most batches of payouts are, at less calldata.
    function pay(address token, uint256 gasCap, Payment[] calldata payments) external payable {
        if (msg.sender != address(this)) revert OnlySelf();

        for (uint256 i; i < payments.length; ++i) {
            if (!_transfer(token, payments[i].to, payments[i].units, gasCap)) emit GroupFailed(i);
        }
    }

    /// A call to itself, so that a group that fails halfway leaves nothing behind.
    function runWhole(Move[] calldata moves) external payable {
        if (msg.sender != address(this)) revert OnlySelf();

        for (uint256 i; i < moves.length; ++i) {
            if (!_move(moves[i], gasleft())) revert MoveFailed(i);
        }
    }

    function _runGroup(Group calldata group) private returns (bool) {
        if (group.moves.length == 1) return _move(group.moves[0], group.gasCap);

        try this.runWhole{gas: group.gasCap}(group.moves) {
            return true;
        } catch {
            return false;
        }
    }

    /// Success is the call's, as in any group: whether the money moved is told by the token's Transfer log.
    function _transfer(address token, address to, uint256 units, uint256 gasCap) private returns (bool ok) {
        assembly ("memory-safe") {
            let at := mload(0x40)
            mstore(at, 0xa9059cbb00000000000000000000000000000000000000000000000000000000)
            mstore(add(at, 0x04), to)
            mstore(add(at, 0x24), units)
            ok := call(gasCap, token, 0, at, 0x44, 0, 0)
        }
    }

    /// Nothing of what the call returns is copied: nobody here reads it, and a hostile return costs memory.
    function _move(Move calldata move, uint256 gasCap) private returns (bool ok) {
        (address to, uint256 value) = (move.to, move.value);
        bytes calldata data = move.data;

        assembly ("memory-safe") {
            let at := mload(0x40)
            calldatacopy(at, data.offset, data.length)
            ok := call(gasCap, to, value, at, data.length, 0, 0)
        }
    }

    function _runOne(Call calldata call_, Result memory result) private {
        (address to, uint256 value, uint256 gasCap) = (call_.to, call_.value, call_.gasCap);
        bytes calldata data = call_.data;
        uint256 cap = maxReturned;
        bool ok;
        uint256 gasUsed;
        bytes memory returned;

        assembly ("memory-safe") {
            returned := mload(0x40)
            calldatacopy(returned, data.offset, data.length)
            if iszero(gasCap) { gasCap := gas() }

            gasUsed := gas()
            ok := call(gasCap, to, value, returned, data.length, 0, 0)
            gasUsed := sub(gasUsed, gas())

            if lt(returndatasize(), cap) { cap := returndatasize() }
            mstore(returned, cap)
            returndatacopy(add(returned, 0x20), 0, cap)
            mstore(0x40, and(add(add(returned, cap), 0x3f), not(0x1f)))
        }

        (result.ok, result.gasUsed, result.returned) = (ok, gasUsed, returned);
    }
}
