// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {Minted} from "./Minted.sol";

/// An eighteen-decimal token with the standard EIP-2612 permit, signing domain version "1".
contract DevnetDai is ERC20Permit, Minted {
    constructor(address minter_) ERC20("Dai Stablecoin", "DAI") ERC20Permit("Dai Stablecoin") Minted(minter_) {}

    function version() external pure returns (string memory) {
        return "1";
    }

    function mint(address to, uint256 amount) external onlyMinter {
        _mint(to, amount);
    }
}
