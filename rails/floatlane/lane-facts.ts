import { type Price, type QuoteRequest, valueMicroUsd } from '@interline/plugins';
import { expectedGasCost, type GasCost } from './expected-gas.ts';
import { type FloatReading, readFloat } from './float-reading.ts';
import type { LaneSetup } from './lane-setup.ts';
import { type Membership, readMembership } from './membership.ts';

/** What the lane knows of one request, read once, so that price, refusals and block tell one story. */
export interface LaneFacts {
  readonly source: FloatReading;
  readonly destination: FloatReading;
  /** Of the source token; null where no usable one can be had. */
  readonly price: Price | null;
  /** Of the whole amount, rounded down. */
  readonly valueMicroUsd: bigint | null;
  readonly gas: GasCost;
  readonly membership: Membership;
}

export async function readLaneFacts(setup: LaneSetup, request: QuoteRequest, signal: AbortSignal): Promise<LaneFacts> {
  const [source, destination, listed, gas, membership] = await Promise.all([
    readFloat(setup.inventory, request.from, signal),
    readFloat(setup.inventory, request.to, signal),
    setup.context.price.priceOf(request.from, signal),
    expectedGasCost(setup, request, signal),
    readMembership(setup, request.payer, signal),
  ]);
  // A price that rounds to nothing would divide by zero where dollars become units.
  const price = listed !== null && listed.microUsd > 0n ? listed : null;
  const value = price === null ? null : valueMicroUsd(request.amount, request.from.decimals, price);
  return { source, destination, price, valueMicroUsd: value, gas, membership };
}
