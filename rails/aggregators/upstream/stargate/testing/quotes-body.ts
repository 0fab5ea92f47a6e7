import type { EvmAddress, Hex, JsonObject } from '@interline/plugins';
import { contractOf } from '../../../testing/contract.ts';
import { depositor, recipient } from '../../../testing/test-ask.ts';

/** The USDC pool on Base. */
export const pool = '0x27a16dc786820b16e5c9028b75b99f6f604b5d26';
export const usdcBase = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';

const sendArguments =
  '((uint32 dstEid, bytes32 to, uint256 amountLD, uint256 minAmountLD, bytes extraOptions, bytes composeMsg, bytes oftCmd) sendParam, (uint256 nativeFee, uint256 lzTokenFee) fee, address refundAddress) payable';

export const contracts = contractOf(
  'function approve(address spender, uint256 amount)',
  `function sendToken${sendArguments}`,
  `function send${sendArguments}`,
);

export function approveData(spender: string, units = 100_000_000n): Hex {
  return contracts.encode('approve', [spender, units]);
}

export interface SendTerms {
  readonly endpointId: number;
  readonly to: EvmAddress;
  readonly units: bigint;
  readonly least: bigint;
  readonly refundTo: EvmAddress;
}

const soundSend: SendTerms = {
  endpointId: 30110,
  to: recipient,
  units: 100_000_000n,
  least: 99_500_000n,
  refundTo: depositor,
};

export function sendData(terms: Partial<SendTerms> = {}): Hex {
  const { endpointId, to, units, least, refundTo } = { ...soundSend, ...terms };
  const sendParam = [
    endpointId,
    `0x${to.slice(2).padStart(64, '0')}`,
    units,
    least,
    '0x',
    '0x',
    '0x',
  ];
  return contracts.encode('sendToken', [sendParam, [181_457_290_023_101n, 0n], refundTo]);
}

export const approveStep: JsonObject = {
  type: 'approve',
  sender: depositor,
  chainKey: 'base',
  transaction: { from: depositor, to: usdcBase, data: approveData(pool) },
};

export const sendStep: JsonObject = {
  type: 'bridge',
  sender: depositor,
  chainKey: 'base',
  transaction: { from: depositor, to: pool, data: sendData(), value: '181457290023101' },
};

/** 100 dollars from Base to Arbitrum, as Stargate offers it. */
export const taxi: JsonObject = {
  route: 'stargate/v2/taxi',
  error: null,
  srcAmount: '100000000',
  srcAmountMax: '743280512009',
  dstAmount: '99994103',
  dstAmountMin: '99500000',
  dstNativeAmount: '0',
  srcToken: usdcBase,
  dstToken: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  srcAddress: depositor,
  dstAddress: recipient,
  srcChainKey: 'base',
  dstChainKey: 'arbitrum',
  duration: { estimated: 41.272 },
  fees: [
    {
      token: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
      chainKey: 'base',
      amount: '181457290023101',
      type: 'message',
    },
  ],
  steps: [approveStep, sendStep],
};

export const bus: JsonObject = {
  ...taxi,
  route: 'stargate/v2/bus',
  dstAmount: '99994102',
  duration: { estimated: 402 },
};

export function quotesBody(...quotes: readonly JsonObject[]): JsonObject {
  return { quotes };
}
