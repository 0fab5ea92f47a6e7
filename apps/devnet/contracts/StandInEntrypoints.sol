// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// The public entrypoints of seven bridge engines, as their calldata is built.

interface LifiFacet {
    struct BridgeData {
        bytes32 transactionId;
        string bridge;
        string integrator;
        address referrer;
        address sendingAssetId;
        address receiver;
        uint256 minAmount;
        uint256 destinationChainId;
        bool hasSourceSwaps;
        bool hasDestinationCall;
    }

    function startBridgeTokensViaStandard(BridgeData calldata bridgeData) external payable;
}

interface RelayDepository {
    function depositErc20(address depositor, address token, uint256 amount, bytes32 id) external;

    function depositNative(address depositor, bytes32 id) external payable;
}

interface AcrossPool {
    function depositV3(
        address depositor,
        address recipient,
        address inputToken,
        address outputToken,
        uint256 inputAmount,
        uint256 outputAmount,
        uint256 destinationChainId,
        address exclusiveRelayer,
        uint32 quoteTimestamp,
        uint32 fillDeadline,
        uint32 exclusivityDeadline,
        bytes calldata message
    ) external payable;

    function deposit(
        bytes32 depositor,
        bytes32 recipient,
        bytes32 inputToken,
        bytes32 outputToken,
        uint256 inputAmount,
        uint256 outputAmount,
        uint256 destinationChainId,
        bytes32 exclusiveRelayer,
        uint32 quoteTimestamp,
        uint32 fillDeadline,
        uint32 exclusivityDeadline,
        bytes calldata message
    ) external payable;
}

interface SocketGateway {
    function executeRoute(uint32 routeId, bytes calldata routeData) external payable;
}

interface DebridgeOrders {
    struct OrderCreation {
        address giveTokenAddress;
        uint256 giveAmount;
        bytes takeTokenAddress;
        uint256 takeAmount;
        uint256 takeChainId;
        bytes receiverDst;
        address givePatchAuthoritySrc;
        bytes orderAuthorityAddressDst;
        bytes allowedTakerDst;
        bytes externalCall;
        bytes allowedCancelBeneficiarySrc;
    }

    function createSaltedOrder(
        OrderCreation calldata orderCreation,
        uint64 salt,
        bytes calldata affiliateFee,
        uint32 referralCode,
        bytes calldata permitEnvelope,
        bytes calldata metadata
    ) external payable;
}

interface SymbiosisRouter {
    struct MetaRouteTransaction {
        bytes firstSwapCalldata;
        bytes secondSwapCalldata;
        address[] approvedTokens;
        address firstDexRouter;
        address secondDexRouter;
        uint256 amount;
        bool nativeIn;
        address relayRecipient;
        bytes otherSideCalldata;
    }

    function metaRoute(MetaRouteTransaction calldata metarouteTransaction) external payable;
}

interface StargatePool {
    struct SendParam {
        uint32 dstEid;
        bytes32 to;
        uint256 amountLD;
        uint256 minAmountLD;
        bytes extraOptions;
        bytes composeMsg;
        bytes oftCmd;
    }

    struct MessagingFee {
        uint256 nativeFee;
        uint256 lzTokenFee;
    }

    function sendToken(SendParam calldata sendParam, MessagingFee calldata fee, address refundAddress) external payable;
}
