// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721Enumerable} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Enumerable.sol";
import {Minted} from "./Minted.sol";

/// Membership by holding: enumerable, so that a daily allowance can follow the pass and not its holder.
contract MemberPass is ERC721Enumerable, Minted {
    uint256 public minted;

    constructor(address minter_) ERC721("Interline Member Pass", "PASS") Minted(minter_) {}

    function mint(address to) external onlyMinter returns (uint256 id) {
        id = ++minted;
        _mint(to, id);
    }
}
