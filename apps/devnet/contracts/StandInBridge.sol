// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {StandInDln} from "./StandInDln.sol";
import {
    AcrossPool,
    LifiFacet,
    RelayDepository,
    SocketGateway,
    StargatePool,
    SymbiosisRouter
} from "./StandInEntrypoints.sol";

/// Stands in for the source-chain contracts of seven bridge engines: takes their calls, keeps what is handed over,
/// and names the call it came with. The other side is paid by the owner, who also gives back what is not bridged.
contract StandInBridge is
    StandInDln,
    LifiFacet,
    RelayDepository,
    SocketGateway,
    SymbiosisRouter,
    StargatePool
{
    using SafeERC20 for IERC20;

    address private constant COIN = address(0);

    /// Calls that revert, by the hash of their calldata.
    mapping(bytes32 key => bool) public barred;

    event Deposited(bytes32 indexed key, address token, uint256 units, address depositor);

    error NoSuchCall(bytes4 selector);
    error CallBarred(bytes32 key);
    error ValueTooLow(uint256 value, uint256 units);
    error RefundFailed(address to);

    constructor(address owner_) Ownable(owner_) StandInDln(owner_) {}

    function startBridgeTokensViaStandard(BridgeData calldata bridgeData) external payable {
        _take(bridgeData.sendingAssetId, bridgeData.minAmount);
    }

    function depositErc20(address, address token, uint256 amount, bytes32) external {
        _take(token, amount);
    }

    function depositNative(address, bytes32) external payable {
        _take(COIN, msg.value);
    }

    // Across' deposits have more arguments than the stack has room for, so the first five are read by hand. An address
    // in a word of its own is the same bytes as an address.
    // A deposit of the coin names the wrapped coin as its input.
    fallback() external payable {
        require(
            msg.sig == AcrossPool.deposit.selector || msg.sig == AcrossPool.depositV3.selector,
            NoSuchCall(msg.sig)
        );
        (, , address inputToken, , uint256 inputAmount) =
            abi.decode(msg.data[4:], (address, address, address, address, uint256));
        _take(msg.value > 0 ? COIN : inputToken, inputAmount);
    }

    receive() external payable {
        revert NoSuchCall(bytes4(0));
    }

    function executeRoute(uint32, bytes calldata routeData) external payable {
        (address token, uint256 units, ) = abi.decode(routeData, (address, uint256, bytes32));
        _take(token, units);
    }

    function createSaltedOrder(
        OrderCreation calldata order,
        uint64 salt,
        bytes calldata affiliateFee,
        uint32 referralCode,
        bytes calldata,
        bytes calldata metadata
    ) external payable {
        _take(order.giveTokenAddress, order.giveAmount);
        _open(order, salt, affiliateFee, referralCode, metadata);
    }

    function metaRoute(MetaRouteTransaction calldata route) external payable {
        _take(route.nativeIn ? COIN : route.approvedTokens[0], route.amount);
    }

    // The real pool has one token; this one is told which in the options.
    function sendToken(SendParam calldata send, MessagingFee calldata, address) external payable {
        (address token, ) = abi.decode(send.extraOptions, (address, bytes32));
        _take(token, send.amountLD);
    }

    function bar(bytes32 key) external onlyOwner {
        barred[key] = true;
    }

    function refund(address token, address to, uint256 units) external onlyOwner {
        if (token != COIN) return IERC20(token).safeTransfer(to, units);
        (bool sent, ) = to.call{value: units}("");
        require(sent, RefundFailed(to));
    }

    function _take(address token, uint256 units) private {
        bytes32 key = keccak256(msg.data);
        require(!barred[key], CallBarred(key));
        if (token == COIN) require(msg.value >= units, ValueTooLow(msg.value, units));
        else IERC20(token).safeTransferFrom(msg.sender, address(this), units);
        emit Deposited(key, token, units, msg.sender);
    }
}
