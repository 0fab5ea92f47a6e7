import {
  asAmount,
  asUnits,
  type QuoteRequest,
  type Units,
  unitsWorth,
  valueMicroUsd,
} from '@interline/plugins';
import { microTier } from './free-tier.ts';
import { subsidyLimits } from './gas-subsidy.ts';
import { capNow, type LaneFacts, pricingFactsOf } from './lane-facts.ts';
import type { LaneSetup } from './lane-setup.ts';
import { outputOf, priceTransfer } from './price-transfer.ts';

/**
 * The smallest amount of this pair that the lane serves given these facts, in the source token's
 * smallest units: its own minimum, or the amount whose fee pays for enough of the gas. It checks
 * only a few amounts, so a smaller one may work too; each amount that it returns is served. Null if
 * none of them is.
 */
export function leastServed(
  setup: LaneSetup,
  request: QuoteRequest,
  facts: LaneFacts,
): Units | null {
  const { price } = facts;
  const { decimals } = request.from;
  const worth = (microUsd: bigint): bigint =>
    price === null ? 0n : unitsWorth(microUsd, decimals, price);
  const floor = larger(leastPaidOut(setup, request), worth(setup.settings.minMicroUsd));
  const most = capNow(facts.destination, decimals);
  const looked = [
    floor,
    atFee(setup, request, facts),
    // Just above the micro tier, where the fee is a share of the amount again.
    worth(microTier.mostMicroUsd + 1n),
    request.amount,
  ];
  const served = looked.filter(
    (units) => units >= floor && units <= most && isServed(setup, request, facts, units),
  );
  return served.reduce<Units | null>(
    (least, units) => (least === null || units < least ? asUnits(units) : least),
    null,
  );
}

/** One unit of the destination token and, at the most, the standard fee on it. */
function leastPaidOut(
  { rates: { standardPpm } }: LaneSetup,
  { from, to }: Pick<QuoteRequest, 'from' | 'to'>,
): bigint {
  const one = from.decimals > to.decimals ? 10n ** BigInt(from.decimals - to.decimals) : 1n;
  const kept = 1_000_000n - standardPpm;
  return (one * 1_000_000n + kept - 1n) / kept;
}

/** The amount whose proportional fee would pay what the lane does not add. */
function atFee(setup: LaneSetup, request: QuoteRequest, facts: LaneFacts): bigint {
  const fee = feeMicroUsd(setup, request, facts, request.amount);
  return fee === 0n ? 0n : (request.amount * leastFee(setup, request, facts) + fee - 1n) / fee;
}

/** The required value of the fee, in millionths of a dollar. */
function leastFee(setup: LaneSetup, { lane }: QuoteRequest, { gas }: LaneFacts): bigint {
  if (gas.kind === 'unknown') return 0n;
  return larger(gas.microUsd - subsidyLimits(setup, lane.to).perTransferMicroUsd, 0n);
}

function isServed(
  setup: LaneSetup,
  request: QuoteRequest,
  facts: LaneFacts,
  units: bigint,
): boolean {
  return (
    outputOf(units, feeOn(setup, request, facts, units), request.from, request.to) > 0n &&
    feeMicroUsd(setup, request, facts, units) >= leastFee(setup, request, facts)
  );
}

function feeMicroUsd(
  setup: LaneSetup,
  request: QuoteRequest,
  facts: LaneFacts,
  units: bigint,
): bigint {
  const fee = feeOn(setup, request, facts, units);
  return facts.price === null ? 0n : valueMicroUsd(fee, request.from.decimals, facts.price);
}

function feeOn(setup: LaneSetup, request: QuoteRequest, facts: LaneFacts, units: bigint): Units {
  const value =
    facts.price === null ? null : valueMicroUsd(units, request.from.decimals, facts.price);
  const sized = { ...request, amount: asAmount(units) };
  return priceTransfer(pricingFactsOf(setup, sized, { ...facts, valueMicroUsd: value })).fee;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
