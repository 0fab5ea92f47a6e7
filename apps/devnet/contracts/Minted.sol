// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Supply that only one account, the devnet's faucet, can create.
abstract contract Minted {
    address public immutable minter;

    error NotTheMinter(address caller);

    constructor(address minter_) {
        minter = minter_;
    }

    modifier onlyMinter() {
        require(msg.sender == minter, NotTheMinter(msg.sender));
        _;
    }
}
