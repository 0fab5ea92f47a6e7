// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// An address that anybody can pay before anything stands there, and that no key opens. It does what its maker says.
/// Kept small, because its code is paid for at every address: the target, the coin, and the call's own bytes.
contract PaymentAddress {
    address private immutable maker = msg.sender;

    receive() external payable {}

    fallback() external {
        address only = maker;
        assembly {
            if xor(caller(), only) { revert(0, 0) }
            let length := sub(calldatasize(), 0x40)
            calldatacopy(0, 0x40, length)
            if iszero(call(gas(), calldataload(0), calldataload(0x20), 0, length, 0, 0)) { revert(0, 0) }
            returndatacopy(0, 0, returndatasize())
            return(0, returndatasize())
        }
    }
}

/// Makes such addresses when they are collected from. Each belongs to one collector and one recipient, by its salt:
/// what was paid there can go nowhere else, and another caller's collection is of another address.
contract PaymentAddresses {
    error NotSent();

    bytes32 private constant made = keccak256(type(PaymentAddress).creationCode);

    /// Sends exactly that much to the recipient, of the coin where `token` is zero, or nothing.
    function collect(bytes32 salt, address to, address token, uint256 units) external {
        bytes32 own = keccak256(abi.encode(msg.sender, to, salt));
        address place = address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), own, made)))));
        if (place.code.length == 0) new PaymentAddress{salt: own}();

        bool isCoin = token == address(0);
        (bool ok, bytes memory returned) = place.call(
            isCoin
                ? abi.encode(to, units)
                : abi.encodePacked(abi.encode(token, 0), abi.encodeWithSelector(0xa9059cbb, to, units))
        );
        // A token returns true, or nothing; one without code has sent nothing.
        if (!ok) revert NotSent();
        if (!isCoin && (token.code.length == 0 || (returned.length != 0 && !abi.decode(returned, (bool))))) revert NotSent();
    }
}
