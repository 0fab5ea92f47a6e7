import {
  answer,
  type BudgetCharge,
  chainFamily,
  downChain,
  type FirmQuote,
  isNative,
  type Offer,
  type QuoteRequest,
  type RailOutcome,
  type Refusal,
  refuse,
  showUnits,
  type Units,
  valueMicroUsd,
} from '@interline/plugins';
import { gasOf, subsidyOf } from './gas-subsidy.ts';
import { laneBlock } from './lane-block.ts';
import { capNow, type LaneFacts, pricingFactsOf, readLaneFacts, restoredBy } from './lane-facts.ts';
import type { LaneSetup } from './lane-setup.ts';
import { leastServed } from './least-served.ts';
import { offPar } from './par-band.ts';
import { isDiscounted, outputOf, priceTransfer, type Pricing } from './price-transfer.ts';
import { writeMemo } from './quote-memo.ts';

/**
 * The lane's offer for a request. It has the `floatlane` block whenever the lane serves the pair,
 * even if it refuses the amount.
 */
export async function offerTransfer(
  setup: LaneSetup,
  request: QuoteRequest,
  signal: AbortSignal,
): Promise<Offer> {
  const unserved = unservedPair(setup, request);
  if (unserved !== null) return { rail: 'floatlane', outcome: unserved };

  const facts = await readLaneFacts(setup, request, signal);
  // A chain that was not read for a while may turn out to be down only after this read.
  const down = downChain(setup.context, request);
  if (down !== null) return { rail: 'floatlane', outcome: down };
  const pricing = priceTransfer(pricingFactsOf(setup, request, facts));
  const feeMicroUsd =
    facts.price === null ? null : valueMicroUsd(pricing.fee, request.from.decimals, facts.price);
  const subsidy = await subsidyOf(setup, request.lane.to, facts.gas, feeMicroUsd);
  const outcome = quoteTransfer(setup, request, facts, pricing, subsidy);
  return { rail: 'floatlane', outcome, block: laneBlock(setup, request, facts, pricing, subsidy) };
}

/** Why the lane cannot serve the pair at any amount; null if it can. */
export function unservedPair(
  { context, inventory }: LaneSetup,
  request: Pick<QuoteRequest, 'lane' | 'from' | 'to'>,
): Refusal | null {
  const { lane, from, to } = request;
  if (lane.from === lane.to)
    return refuse(
      'NO_ROUTE',
      `the float lane moves between two chains; both sides are ${lane.from}`,
    );
  const unserved = [lane.from, lane.to].find(
    (chain) => chainFamily(chain) !== 'eip155' || !inventory.serves(chain),
  );
  if (unserved !== undefined)
    return refuse('NO_ROUTE', `the float lane holds no inventory on ${unserved}`);
  if (isNative(from))
    return refuse(
      'NO_ROUTE',
      `the float lane cannot pull the native ${from.symbol} with a permit; send the wrapped token`,
    );
  if (from.asset !== to.asset)
    return refuse(
      'NO_ROUTE',
      `the float lane pays out the same asset only; ${from.symbol} is ${from.asset} and ${to.symbol} is ${to.asset}`,
    );
  return downChain(context, request);
}

function quoteTransfer(
  setup: LaneSetup,
  request: QuoteRequest,
  facts: LaneFacts,
  pricing: Pricing,
  subsidy: RailOutcome<BudgetCharge | null>,
): RailOutcome<FirmQuote> {
  const unfit = unfitAmount(setup, request, facts, pricing) ?? offPar(setup, request, facts.prices);
  const least = leastServed(setup, request, facts);
  if (unfit !== null) return withLeast(unfit, request, least);
  if (!subsidy.ok) return withLeast(subsidy, request, least);
  return answer(firmQuote(setup, request, facts, pricing, subsidy.value, least));
}

/** Adds the amount that the lane would serve, if the refusal requires a larger one. */
function withLeast(refusal: Refusal, { amount }: QuoteRequest, least: Units | null): Refusal {
  return refusal.code !== 'NO_ROUTE' || least === null || least <= amount
    ? refusal
    : { ...refusal, minInput: least };
}

/** Why the lane serves the pair but not this amount now; null if it serves it. */
function unfitAmount(
  { settings }: LaneSetup,
  request: QuoteRequest,
  facts: LaneFacts,
  pricing: Pricing,
): Refusal | null {
  const cap = capNow(facts.destination, request.from.decimals);
  if (request.amount > cap)
    return refuse(
      'INSUFFICIENT_FLOAT',
      `amount ${showUnits(request.amount)} is above capNow ${showUnits(cap)}, a quarter of the free float on ${request.lane.to}`,
    );
  if (outputOf(request.amount, pricing.fee, request.from, request.to) === 0n)
    return refuse(
      'NO_ROUTE',
      `amount ${request.amount} leaves nothing to pay out after the fee of ${pricing.fee}`,
    );
  const least = settings.minMicroUsd;
  if (facts.valueMicroUsd !== null && facts.valueMicroUsd < least)
    return refuse(
      'NO_ROUTE',
      `the amount is worth ${facts.valueMicroUsd} micro-USD; the float lane wants at least ${least}`,
    );
  return null;
}

function firmQuote(
  { context, settings }: LaneSetup,
  request: QuoteRequest,
  facts: LaneFacts,
  pricing: Pricing,
  subsidy: BudgetCharge | null,
  least: Units | null,
): FirmQuote {
  const output = outputOf(request.amount, pricing.fee, request.from, request.to);
  const freeTransfer =
    pricing.mode === 'free-micro-vip' && facts.membership.kind === 'free-transfer'
      ? facts.membership.charge
      : null;
  return {
    kind: 'firm',
    rail: 'floatlane',
    bridge: 'floatlane',
    via: ['floatlane'],
    input: request.amount,
    output,
    // An inventory lane pays out exactly what it quotes.
    minOutput: output,
    fee: pricing.fee,
    ...(least === null ? {} : { minInput: least }),
    durationSec: settings.durationSec,
    note: `paid out of our own float; ${pricing.mode}: ${pricing.reason}`,
    expiresAtMs: context.clock.now() + settings.quoteLifeSec * 1_000,
    fronts: gasOf(request),
    memo: writeMemo({
      fee: pricing.fee,
      member: freeTransfer === null ? null : request.payer,
      charges: [freeTransfer, subsidy].filter((charge) => charge !== null),
      ...(isDiscounted(pricing) ? { restores: restoredBy(request.amount, facts) } : {}),
    }),
  };
}
