// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// Stands in for deBridge's messaging gate: takes a message's fee and its keeper's reward out of the coin that it is
/// sent with, and carries nothing. The owner, who is the bridge's, plays validators and keepers.
contract StandInGate is Ownable {
    struct AutoParams {
        uint256 executionFee;
        uint256 flags;
        bytes fallbackAddress;
        bytes data;
    }

    struct ChainSupportInfo {
        uint256 fixedNativeFee;
        bool isSupported;
        uint16 transferFeeBps;
    }

    uint256 private constant BPS = 10_000;

    uint256 public globalFixedNativeFee = 0.001 ether;
    uint16 public globalTransferFeeBps = 10;
    /// What is left for who carries the message out.
    mapping(bytes32 submissionId => uint256) public rewards;

    mapping(uint256 chainId => ChainSupportInfo) private _chains;
    mapping(uint256 chainId => bool) private _isSet;
    uint256 private _nonce;

    event Sent(bytes32 submissionId, uint256 chainIdTo, uint256 executionFee);

    error TransferAmountNotCoverFees();
    error WrongChainTo();

    constructor(address owner_) Ownable(owner_) {}

    function send(
        address,
        uint256,
        uint256 chainIdTo,
        bytes calldata receiver,
        bytes calldata,
        bool,
        uint32,
        bytes calldata autoParams
    ) external payable returns (bytes32 submissionId) {
        uint256 left = _afterFees(chainIdTo);
        uint256 reward = abi.decode(autoParams, (AutoParams)).executionFee;
        submissionId = keccak256(abi.encode(block.chainid, chainIdTo, receiver, ++_nonce));
        rewards[submissionId] = reward < left ? reward : left;
        emit Sent(submissionId, chainIdTo, rewards[submissionId]);
    }

    function setGlobalFixedNativeFee(uint256 fee) external onlyOwner {
        globalFixedNativeFee = fee;
    }

    /// A chain that was never set is supported, at the global fees.
    function setChainToConfig(uint256 chainId, ChainSupportInfo calldata chain) external onlyOwner {
        _chains[chainId] = chain;
        _isSet[chainId] = true;
    }

    function getChainToConfig(uint256 chainId) public view returns (ChainSupportInfo memory) {
        return _isSet[chainId] ? _chains[chainId] : ChainSupportInfo(0, true, 0);
    }

    function _afterFees(uint256 chainIdTo) private view returns (uint256) {
        ChainSupportInfo memory chain = getChainToConfig(chainIdTo);
        require(chain.isSupported, WrongChainTo());
        uint256 fixedFee = chain.fixedNativeFee == 0 ? globalFixedNativeFee : chain.fixedNativeFee;
        require(msg.value >= fixedFee, TransferAmountNotCoverFees());
        uint256 share = chain.transferFeeBps == 0 ? globalTransferFeeBps : chain.transferFeeBps;
        return msg.value - fixedFee - (share * (msg.value - fixedFee)) / BPS;
    }
}
