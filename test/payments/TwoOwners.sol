// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// A wallet that has signed what both of its owners have: their signatures, one after the other (ERC-1271).
contract TwoOwners {
    address private immutable _first;
    address private immutable _second;

    constructor(address first, address second) {
        _first = first;
        _second = second;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        bool isSigned = signature.length == 130 &&
            ECDSA.recover(hash, signature[:65]) == _first &&
            ECDSA.recover(hash, signature[65:]) == _second;
        return isSigned ? this.isValidSignature.selector : bytes4(0xffffffff);
    }
}
