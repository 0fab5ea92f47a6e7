// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

interface ITransferBySignature {
    struct Permitted {
        address token;
        uint256 amount;
    }

    struct Permit {
        Permitted permitted;
        uint256 nonce;
        uint256 deadline;
    }

    struct Move {
        address to;
        uint256 requestedAmount;
    }

    function permitWitnessTransferFrom(
        Permit calldata permit,
        Move calldata move,
        address owner,
        bytes32 witness,
        string calldata witnessType,
        bytes calldata signature
    ) external;
}

/// Stands in for the contract that clients of x402 name as spender where they pay by Permit2. It has the calls, the
/// errors and the event that the client of x402 knows of it: anybody may have a payment made, to nobody but whom the payer has
/// signed for, and whole. Placed at the real one's address, so that those clients pay it.
contract StandInExactProxy is ReentrancyGuardTransient {
    struct Witness {
        address to;
        uint256 validAfter;
    }

    string public constant WITNESS_TYPE_STRING =
        "Witness witness)TokenPermissions(address token,uint256 amount)Witness(address to,uint256 validAfter)";
    bytes32 public constant WITNESS_TYPEHASH = keccak256("Witness(address to,uint256 validAfter)");
    address public constant PERMIT2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;

    event Settled();

    error InvalidAmount();
    error InvalidDestination();
    error InvalidOwner();
    error PaymentTooEarly();

    function settle(
        ITransferBySignature.Permit calldata permit,
        address owner,
        Witness calldata witness,
        bytes calldata signature
    ) external nonReentrant {
        uint256 amount = permit.permitted.amount;
        require(amount > 0, InvalidAmount());
        require(owner != address(0), InvalidOwner());
        require(witness.to != address(0), InvalidDestination());
        require(witness.validAfter <= block.timestamp, PaymentTooEarly());
        ITransferBySignature(PERMIT2).permitWitnessTransferFrom(
            permit,
            ITransferBySignature.Move(witness.to, amount),
            owner,
            keccak256(abi.encode(WITNESS_TYPEHASH, witness)),
            WITNESS_TYPE_STRING,
            signature
        );
        emit Settled();
    }
}
