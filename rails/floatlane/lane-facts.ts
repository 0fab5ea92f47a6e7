import { type Price, type QuoteRequest, valueMicroUsd } from '@interline/plugins';
import { expectedGasCost, type GasCost } from './expected-gas.ts';
import { type FloatReading, readFloat } from './float-reading.ts';
import type { LaneSetup } from './lane-setup.ts';
import { type Membership, readMembership } from './membership.ts';
import { type PairPrices, readPairPrices } from './par-band.ts';

/**
 * What the lane knows of one request, read once, so that price, refusals and block tell one story.
 */
export interface LaneFacts {
  readonly source: FloatReading;
  readonly destination: FloatReading;
  /** Of the source token; null where no usable one can be had. */
  readonly price: Price | null;
  readonly prices: PairPrices;
  /** Of the whole amount, rounded down. */
  readonly valueMicroUsd: bigint | null;
  readonly gas: GasCost;
  readonly membership: Membership;
}

export async function readLaneFacts(
  setup: LaneSetup,
  request: QuoteRequest,
  signal: AbortSignal,
): Promise<LaneFacts> {
  const [source, destination, prices, gas, membership] = await Promise.all([
    readFloat(setup.inventory, request.from, signal),
    readFloat(setup.inventory, request.to, signal),
    readPairPrices(setup, request, signal),
    expectedGasCost(setup, request, signal),
    readMembership(setup, request.payer, signal),
  ]);
  const price = prices.from;
  const value = price === null ? null : valueMicroUsd(request.amount, request.from.decimals, price);
  return { source, destination, price, prices, valueMicroUsd: value, gas, membership };
}
