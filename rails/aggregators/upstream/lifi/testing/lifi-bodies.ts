import { evmAddress, type Hex, type Json } from '@interline/plugins';
import { usdcOnArbitrum, usdcOnBase } from '@interline/plugins/testing';
import { contractOf } from '../../../testing/contract.ts';
import { depositor, recipient } from '../../../testing/test-ask.ts';

export const diamond = evmAddress('0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae');
export const srcTx: Hex = `0x${'a1'.repeat(32)}`;
export const arrivalTx: Hex = `0x${'b2'.repeat(32)}`;

export const facet =
  contractOf(`function startBridgeTokensViaStandard((bytes32 transactionId, string bridge, string integrator, address referrer,
  address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData)`);

const soundBridgeData = {
  transactionId: `0x${'7f'.repeat(32)}`,
  bridge: 'stargateV2',
  integrator: 'interline',
  referrer: '0x0000000000000000000000000000000000000000',
  sendingAssetId: usdcOnBase.address,
  receiver: recipient as string,
  minAmount: 100_000_000n,
  destinationChainId: 42_161n,
  hasSourceSwaps: false,
  hasDestinationCall: false,
};

/** The calldata of the test ask's transfer, with the changes of a test. */
export function bridgeCall(changes: Partial<typeof soundBridgeData> = {}): Hex {
  return facet.encode('startBridgeTokensViaStandard', [{ ...soundBridgeData, ...changes }]);
}

export interface QuoteParts {
  readonly action?: Readonly<Record<string, Json>>;
  readonly estimate?: Readonly<Record<string, Json>>;
  readonly tx?: Readonly<Record<string, Json>>;
}

/** A whole quote for the test ask. */
export function quoteBody({ action = {}, estimate = {}, tx = {} }: QuoteParts = {}): Json {
  const gas = {
    type: 'SEND',
    price: '6000000',
    estimate: '389000',
    limit: '505700',
    amount: '2334000000000',
    amountUSD: '0.0071',
    token: token(8453, zero, 'ETH', 18, '3042.11'),
  };
  return {
    id: '3b1f8a52-2f64-4d55-9d0c-7a3f4a0e9b11:0',
    type: 'lifi',
    tool: 'stargateV2',
    toolDetails: {
      key: 'stargateV2',
      name: 'StargateV2 (Fast mode)',
      logoURI: 'https://raw.example/stargate.svg',
    },
    action: {
      fromChainId: 8453,
      toChainId: 42161,
      fromToken: token(8453, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 'USDC', 6, '0.9998'),
      toToken: token(42161, '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 'USDC', 6, '0.9998'),
      fromAmount: '100000000',
      slippage: 0.005,
      fromAddress: depositor,
      toAddress: recipient,
      ...action,
    },
    estimate: {
      tool: 'stargateV2',
      fromAmount: '100000000',
      toAmount: '99861200',
      toAmountMin: '99361894',
      approvalAddress: '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE',
      executionDuration: 23.4,
      feeCosts: [
        {
          name: 'LIFI Fixed Fee',
          description: 'Fixed LIFI fee',
          percentage: '0.0',
          token: token(8453, zero, 'ETH', 18, '3042.11'),
          amount: '21000000000000',
          amountUSD: '0.06',
          included: false,
        },
      ],
      gasCosts: [gas],
      fromAmountUSD: '99.98',
      toAmountUSD: '99.84',
      ...estimate,
    },
    includedSteps: [
      {
        id: '1',
        type: 'protocol',
        tool: 'feeCollection',
        action: { fromChainId: 8453, toChainId: 8453, fromAmount: '100000000' },
        estimate: { toAmount: '99900000' },
      },
      {
        id: '2',
        type: 'cross',
        tool: 'stargateV2',
        action: { fromChainId: 8453, toChainId: 42161, fromAmount: '99900000' },
        estimate: { toAmount: '99861200' },
      },
    ],
    integrator: 'interline',
    transactionRequest: {
      value: '0x1319718a5000',
      to: '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE',
      data: bridgeCall(),
      from: depositor,
      chainId: 8453,
      gasPrice: '0x5b8d80',
      gasLimit: '0x7b774',
      ...tx,
    },
  };
}

const zero = '0x0000000000000000000000000000000000000000';

function token(
  chainId: number,
  address: string,
  symbol: string,
  decimals: number,
  priceUSD: string,
): Json {
  return { address, chainId, symbol, decimals, name: symbol, coinKey: symbol, priceUSD };
}

/**
 * The status answer about the test ask's transfer; `arrivedOn` is the chain where something
 * arrived.
 */
export function statusBody(status: string, substatus?: string, arrivedOn?: number): Json {
  const receiving =
    arrivedOn === undefined
      ? { chainId: 42161 }
      : {
          txHash: arrivalTx,
          amount: '99861200',
          token: token(arrivedOn, usdcOnArbitrum.address, 'USDC', 6, '0.9998'),
          chainId: arrivedOn,
          value: '0',
          timestamp: 1_800_000_030,
        };
  return {
    transactionId: `0x${'7f'.repeat(32)}`,
    sending: {
      txHash: srcTx,
      amount: '100000000',
      token: token(8453, usdcOnBase.address, 'USDC', 6, '0.9998'),
      chainId: 8453,
      value: '21000000000000',
      timestamp: 1_800_000_000,
    },
    receiving,
    lifiExplorerLink: 'https://scan.example/tx/1',
    fromAddress: depositor,
    toAddress: recipient,
    tool: 'stargateV2',
    status,
    ...(substatus === undefined
      ? {}
      : { substatus, substatusMessage: 'in the words of the engine' }),
  };
}

/** Why each bridge had no route, as the 404 of a quote tells it. */
export function noRouteBody(...toolCodes: readonly string[]): Json {
  return {
    message: 'No available quotes for the requested transfer',
    code: 1002,
    errors: {
      filteredOut: [
        { overallPath: '8453:USDC-hop-42161:USDC', reason: 'The amount is below the minimum' },
      ],
      failed: toolCodes.map((code) => ({
        overallPath: '8453:USDC-across-42161:USDC',
        subpaths: {
          '8453:USDC-across-42161:USDC': [
            {
              errorType: 'NO_QUOTE',
              code,
              action: {},
              tool: 'across',
              message: 'see https://li.example/errors',
            },
          ],
        },
      })),
    },
  };
}
