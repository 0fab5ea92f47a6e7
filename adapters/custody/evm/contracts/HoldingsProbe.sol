// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Reads balances and allowances for a simulation, which puts it at an address for one `eth_call`; it is never deployed.
/// It answers by reverting: a reverted call leaves no address or slot warm, so what runs behind it is measured at its true cost.
contract HoldingsProbe {
    /// Each read is three words: a token, or zero for the coin; the owner; the spender of an allowance, or zero for the balance.
    /// Answers a word whose bit `n` says that read `n` was answered, and one word a read.
    fallback() external {
        assembly {
            let count := div(calldatasize(), 0x60)
            let answered := 0

            for { let i := 0 } lt(i, count) { i := add(i, 1) } {
                let at := mul(i, 0x60)
                let token := calldataload(at)
                let owner := calldataload(add(at, 0x20))
                let spender := calldataload(add(at, 0x40))
                let place := add(0xa0, mul(i, 0x20))

                switch token
                case 0 {
                    mstore(place, balance(owner))
                    answered := or(answered, shl(i, 1))
                }
                default {
                    let length := 0x24
                    switch spender
                    case 0 { mstore(0, 0x70a0823100000000000000000000000000000000000000000000000000000000) }
                    default {
                        mstore(0, 0xdd62ed3e00000000000000000000000000000000000000000000000000000000)
                        mstore(0x24, spender)
                        length := 0x44
                    }
                    mstore(0x04, owner)

                    // The sizes are read after the call: Yul takes arguments from the right.
                    if and(gt(returndatasize(), 0x1f), staticcall(gas(), token, 0, length, 0x60, 0x20)) {
                        mstore(place, mload(0x60))
                        answered := or(answered, shl(i, 1))
                    }
                }
            }

            mstore(0x80, answered)
            revert(0x80, add(0x20, mul(count, 0x20)))
        }
    }
}
