import type { Route } from '@interline/core/transfer';
import {
  asAmount,
  asUnits,
  defaultSlippage,
  evmAddress,
  type QuoteRequest,
} from '@interline/kernel';
import { arbitrum, arbitrumUsdc, base, baseUsdc } from './sample-tokens.ts';

export const payer = evmAddress('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed');
export const recipient = evmAddress('0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359');

export const sampleRequest: QuoteRequest & { readonly recipient: string; readonly payer: string } =
  {
    lane: { from: base, to: arbitrum },
    from: baseUsdc,
    to: arbitrumUsdc,
    amount: asAmount(25_000_000n),
    payer,
    recipient,
    slippage: defaultSlippage,
  };

/** A route that was just accepted. */
export function sampleRoute(change: Partial<Route> = {}): Route {
  return {
    id: 'rt_0123456789abcdef0123456789abcdef',
    version: 1,
    status: 'BRIDGING',
    stage: 'RECEIVING',
    phase: 'pulling',
    isSimulated: false,
    mode: 'permit2',
    rail: 'floatlane',
    railPackage: 'floatlane',
    bridge: 'floatlane',
    order: {
      ...sampleRequest,
      routeId: 'rt_0123456789abcdef0123456789abcdef',
      minOutput: asUnits(24_875_000n),
    },
    permit: null,
    allowance: null,
    plan: {
      pullTo: 'float',
      steps: [],
      output: asUnits(24_980_000n),
      fee: asUnits(20_000n),
      keeps: 'durable',
      charges: [],
    },
    cursor: 0,
    credited: null,
    delivered: null,
    refusals: [],
    failure: null,
    srcTx: null,
    destTx: null,
    refundTx: null,
    givenBack: null,
    owed: null,
    refundTo: null,
    refundFrom: null,
    quote: null,
    client: 'c0ffee',
    spender: null,
    createdAtMs: 1_800_000_000_000,
    updatedAtMs: 1_800_000_000_000,
    ...change,
  };
}
