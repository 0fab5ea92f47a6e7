import { Interface } from 'ethers';
import { callTemplate } from './call-template.ts';
import { type BenchEngine, lane, less, said, usdc, zeroAddress } from './engine.ts';

const diamond = '0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae';
const facet = new Interface([
  `function startBridgeTokensViaStandard((bytes32 transactionId, string bridge, string integrator, address referrer,
  address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData)`,
]);
const bridgeCall = callTemplate((units, token: string, recipient: string) =>
  facet.encodeFunctionData('startBridgeTokensViaStandard', [
    [
      `0x${'7f'.repeat(32)}`,
      'stargateV2',
      'bench',
      zeroAddress,
      token,
      recipient,
      units,
      lane.to,
      false,
      false,
    ],
  ]),
);

export const lifi: BenchEngine = {
  name: 'lifi',
  latencyMs: 40,
  path: '/v1/quote',
  answer(question) {
    const [amountIn, fromToken, toToken, fromAddress, toAddress] = said(
      question,
      'fromAmount',
      'fromToken',
      'toToken',
      'fromAddress',
      'toAddress',
    );
    const units = BigInt(amountIn);
    const [from, to] = [usdc(lane.from, fromToken), usdc(lane.to, toToken)];
    const action = {
      fromChainId: lane.from,
      toChainId: lane.to,
      fromToken: from,
      toToken: to,
      fromAmount: units.toString(),
      slippage: 0.005,
      fromAddress,
      toAddress,
    };
    const estimate = {
      tool: 'stargateV2',
      fromAmount: units.toString(),
      toAmount: less(units, 14n),
      toAmountMin: less(units, 64n),
      approvalAddress: diamond,
      executionDuration: 23,
      feeCosts: [],
      gasCosts: [
        {
          type: 'SEND',
          price: '6000000',
          estimate: '389000',
          limit: '505700',
          amount: '2334000000000',
          amountUSD: '0.0071',
          token: from,
        },
      ],
    };
    return {
      id: 'bench:0',
      type: 'lifi',
      tool: 'stargateV2',
      toolDetails: { key: 'stargateV2', name: 'StargateV2', logoURI: '' },
      action,
      estimate,
      includedSteps: [{ id: '1', type: 'cross', tool: 'stargateV2', action, estimate }],
      transactionRequest: {
        from: fromAddress,
        to: diamond,
        chainId: lane.from,
        data: bridgeCall(units, fromToken, toAddress),
        value: '0x0',
        gasPrice: '0x5b8d80',
        gasLimit: '0x7b774',
      },
    };
  },
};
