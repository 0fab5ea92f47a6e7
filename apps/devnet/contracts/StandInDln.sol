// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {DebridgeOrders} from "./StandInEntrypoints.sol";
import {StandInGate} from "./StandInGate.sol";

/// Stands in for deBridge's two order contracts, on every chain both: an order is made on its source, and filled or
/// cancelled on its destination, under the id that the real ones compute. Messages between chains are carried by the
/// owner, who claims what was cancelled.
abstract contract StandInDln is Ownable, DebridgeOrders {
    using SafeERC20 for IERC20;

    struct Order {
        uint64 makerOrderNonce;
        bytes makerSrc;
        uint256 giveChainId;
        bytes giveTokenAddress;
        uint256 giveAmount;
        uint256 takeChainId;
        bytes takeTokenAddress;
        uint256 takeAmount;
        bytes receiverDst;
        bytes givePatchAuthoritySrc;
        bytes orderAuthorityAddressDst;
        bytes allowedTakerDst;
        bytes allowedCancelBeneficiarySrc;
        bytes externalCall;
    }

    enum OrderGiveStatus {
        NotSet,
        Created,
        ClaimedUnlock,
        ClaimedCancel
    }

    enum OrderTakeStatus {
        NotSet,
        Fulfilled,
        SentUnlock,
        SentCancel
    }

    struct GiveOrderState {
        OrderGiveStatus status;
        uint160 giveTokenAddress;
        uint88 nativeFixFee;
        uint48 takeChainId;
        uint208 percentFee;
        uint256 giveAmount;
        address affiliateBeneficiary;
        uint256 affiliateAmount;
    }

    struct OrderTakeState {
        OrderTakeStatus status;
        address takerAddress;
        uint32 giveChainId;
        uint256 bigGiveChainId;
    }

    uint256 private constant BPS = 10_000;
    uint256 private constant ADDRESS_LENGTH = 20;

    /// Of an order, in the source chain's coin; the gate's, of a message, is another.
    uint88 public constant globalFixedNativeFee = 0.001 ether;
    uint16 public constant globalTransferFeeBps = 4;

    StandInGate public immutable deBridgeGate;
    mapping(bytes32 orderId => GiveOrderState) public giveOrders;
    mapping(bytes32 orderId => OrderTakeState) public takeOrders;
    mapping(bytes32 orderId => uint256) public takePatches;
    /// Of the stand-in only: the message that cancels the order.
    mapping(bytes32 orderId => bytes32 submissionId) public cancelMessages;

    event CreatedOrder(
        Order order,
        bytes32 orderId,
        bytes affiliateFee,
        uint256 nativeFixFee,
        uint256 percentFee,
        uint32 referralCode,
        bytes metadata
    );
    event FulfilledOrder(Order order, bytes32 orderId, address sender, address unlockAuthority);
    event SentOrderCancel(Order order, bytes32 orderId, bytes cancelBeneficiary, bytes32 submissionId);
    event ClaimedOrderCancel(bytes32 orderId, address beneficiary, uint256 paidAmount, address giveTokenAddress);
    event UnexpectedOrderStatusForCancel(bytes32 orderId, OrderGiveStatus status, address beneficiary);

    error WrongFixedFee(uint256 received, uint256 actual);
    error MismatchNativeGiveAmount();
    error MismatchedOrderId();
    error MismatchTakerAmount();
    error MismatchNativeTakerAmount();
    error AllowOnlyForBeneficiary(bytes expectedBeneficiary);
    error IncorrectOrderStatus();
    error Unauthorized();
    error WrongChain();
    error EthTransferFailed();

    constructor(address owner_) {
        deBridgeGate = new StandInGate(owner_);
    }

    function fulfillOrder(
        Order memory order,
        uint256 fulfillAmount,
        bytes32 orderId,
        bytes calldata,
        address unlockAuthority
    ) external payable {
        require(order.takeChainId == dlnChainId(), WrongChain());
        require(getOrderId(order) == orderId, MismatchedOrderId());
        OrderTakeState storage state = takeOrders[orderId];
        require(state.status == OrderTakeStatus.NotSet, IncorrectOrderStatus());
        require(order.takeAmount - takePatches[orderId] == fulfillAmount, MismatchTakerAmount());
        state.status = OrderTakeStatus.Fulfilled;
        state.takerAddress = unlockAuthority;
        state.giveChainId = uint32(order.giveChainId);
        address token = _addressIn(order.takeTokenAddress);
        address receiver = _addressIn(order.receiverDst);
        if (token == address(0)) {
            require(msg.value == fulfillAmount, MismatchNativeTakerAmount());
            _sendCoin(receiver, fulfillAmount);
        } else {
            IERC20(token).safeTransferFrom(msg.sender, receiver, fulfillAmount);
        }
        emit FulfilledOrder(order, orderId, msg.sender, unlockAuthority);
    }

    function patchOrderTake(Order memory order, uint256 newSubtrahend) external {
        require(order.takeChainId == dlnChainId(), WrongChain());
        bytes32 orderId = getOrderId(order);
        require(_addressIn(order.orderAuthorityAddressDst) == msg.sender, Unauthorized());
        require(takePatches[orderId] < newSubtrahend && order.takeAmount > newSubtrahend);
        require(takeOrders[orderId].status == OrderTakeStatus.NotSet, IncorrectOrderStatus());
        takePatches[orderId] = newSubtrahend;
    }

    function sendEvmOrderCancel(Order memory order, address cancelBeneficiary, uint256 executionFee) external payable {
        require(order.takeChainId == dlnChainId(), WrongChain());
        bytes32 orderId = getOrderId(order);
        require(_addressIn(order.orderAuthorityAddressDst) == msg.sender, Unauthorized());
        bytes memory allowed = order.allowedCancelBeneficiarySrc;
        require(
            allowed.length == 0 || _addressIn(allowed) == cancelBeneficiary,
            AllowOnlyForBeneficiary(allowed)
        );
        OrderTakeState storage state = takeOrders[orderId];
        require(state.status == OrderTakeStatus.NotSet, IncorrectOrderStatus());
        state.status = OrderTakeStatus.SentCancel;
        bytes memory beneficiary = abi.encodePacked(cancelBeneficiary);
        bytes32 submissionId = _sendClaim(order.giveChainId, orderId, cancelBeneficiary, executionFee);
        cancelMessages[orderId] = submissionId;
        emit SentOrderCancel(order, orderId, beneficiary, submissionId);
    }

    /// The real one is called through the gate alone, for a message of the destination.
    function claimCancel(bytes32 orderId, address beneficiary) external onlyOwner {
        GiveOrderState storage state = giveOrders[orderId];
        if (state.status != OrderGiveStatus.Created) {
            emit UnexpectedOrderStatusForCancel(orderId, state.status, beneficiary);
            return;
        }
        state.status = OrderGiveStatus.ClaimedCancel;
        uint256 amount = state.giveAmount + state.percentFee + state.affiliateAmount;
        address token = address(state.giveTokenAddress);
        if (token == address(0)) _sendCoin(beneficiary, amount);
        else IERC20(token).safeTransfer(beneficiary, amount);
        _sendCoin(beneficiary, state.nativeFixFee);
        emit ClaimedOrderCancel(orderId, beneficiary, amount, token);
    }

    function getOrderId(Order memory order) public pure returns (bytes32) {
        bytes memory encoded = abi.encodePacked(
            order.makerOrderNonce,
            _sized(order.makerSrc),
            order.giveChainId,
            _sized(order.giveTokenAddress),
            order.giveAmount,
            order.takeChainId
        );
        encoded = abi.encodePacked(
            encoded,
            _sized(order.takeTokenAddress),
            order.takeAmount,
            _sized(order.receiverDst),
            _sized(order.givePatchAuthoritySrc),
            _sized(order.orderAuthorityAddressDst)
        );
        encoded = abi.encodePacked(
            encoded,
            _sized(order.allowedTakerDst),
            _sized(order.allowedCancelBeneficiarySrc),
            order.externalCall.length > 0
        );
        if (order.externalCall.length > 0) encoded = abi.encodePacked(encoded, keccak256(order.externalCall));
        return keccak256(encoded);
    }

    /// deBridge numbers these chains itself; all others go by their EIP-155 id.
    function dlnChainId() public view returns (uint256) {
        if (block.chainid == 100) return 100_000_002;
        if (block.chainid == 146) return 100_000_014;
        if (block.chainid == 999) return 100_000_022;
        if (block.chainid == 5000) return 100_000_023;
        return block.chainid;
    }

    /// What was given is the bridge's by now.
    function _open(
        OrderCreation calldata creation,
        uint64 salt,
        bytes calldata affiliateFee,
        uint32 referralCode,
        bytes calldata metadata
    ) internal {
        if (creation.giveTokenAddress == address(0)) {
            require(msg.value == creation.giveAmount + globalFixedNativeFee, MismatchNativeGiveAmount());
        } else {
            require(msg.value == globalFixedNativeFee, WrongFixedFee(msg.value, globalFixedNativeFee));
        }
        Order memory order = _orderOf(creation, salt);
        uint256 percentFee = (globalTransferFeeBps * creation.giveAmount) / BPS;
        uint256 affiliateAmount = affiliateFee.length == 0 ? 0 : uint256(bytes32(affiliateFee[ADDRESS_LENGTH:52]));
        order.giveAmount -= percentFee + affiliateAmount;
        bytes32 orderId = getOrderId(order);
        GiveOrderState storage state = giveOrders[orderId];
        require(state.status == OrderGiveStatus.NotSet, IncorrectOrderStatus());
        state.status = OrderGiveStatus.Created;
        state.giveTokenAddress = uint160(creation.giveTokenAddress);
        state.nativeFixFee = globalFixedNativeFee;
        state.takeChainId = uint48(order.takeChainId);
        state.percentFee = uint208(percentFee);
        state.giveAmount = order.giveAmount;
        state.affiliateAmount = affiliateAmount;
        emit CreatedOrder(order, orderId, affiliateFee, globalFixedNativeFee, percentFee, referralCode, metadata);
    }

    function _orderOf(OrderCreation calldata creation, uint64 salt) private view returns (Order memory order) {
        order.makerOrderNonce = salt;
        order.makerSrc = abi.encodePacked(tx.origin);
        order.giveChainId = dlnChainId();
        order.giveTokenAddress = abi.encodePacked(creation.giveTokenAddress);
        order.giveAmount = creation.giveAmount;
        order.takeChainId = creation.takeChainId;
        order.takeTokenAddress = creation.takeTokenAddress;
        order.takeAmount = creation.takeAmount;
        order.receiverDst = creation.receiverDst;
        order.givePatchAuthoritySrc = abi.encodePacked(creation.givePatchAuthoritySrc);
        order.orderAuthorityAddressDst = creation.orderAuthorityAddressDst;
        order.allowedTakerDst = creation.allowedTakerDst;
        order.allowedCancelBeneficiarySrc = creation.allowedCancelBeneficiarySrc;
        order.externalCall = creation.externalCall;
    }

    function _sendClaim(
        uint256 chainIdTo,
        bytes32 orderId,
        address beneficiary,
        uint256 executionFee
    ) private returns (bytes32) {
        bytes memory claim = abi.encodeCall(StandInDln.claimCancel, (orderId, beneficiary));
        bytes memory receiver = abi.encodePacked(address(this));
        bytes memory autoParams = abi.encode(
            StandInGate.AutoParams(executionFee, 0, abi.encodePacked(beneficiary), claim)
        );
        return deBridgeGate.send{value: msg.value}(
            address(0), msg.value, chainIdTo, receiver, "", false, 0, autoParams
        );
    }

    function _sendCoin(address to, uint256 units) private {
        (bool sent, ) = to.call{value: units}("");
        require(sent, EthTransferFailed());
    }

    function _sized(bytes memory field) private pure returns (bytes memory) {
        return abi.encodePacked(uint8(field.length), field);
    }

    function _addressIn(bytes memory field) private pure returns (address) {
        return address(bytes20(field));
    }
}
