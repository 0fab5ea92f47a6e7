import {
  answer,
  type BudgetCharge,
  type FirmQuote,
  type Offer,
  type QuoteRequest,
  type RailOutcome,
  type Refusal,
  refuse,
  valueMicroUsd,
} from '@interline/plugins';
import { capNow } from './cap-now.ts';
import { laneBlock } from './lane-block.ts';
import { type LaneFacts, readLaneFacts } from './lane-facts.ts';
import type { LaneSetup } from './lane-setup.ts';
import { outputOf } from './output-of.ts';
import { offPar } from './par-band.ts';
import { priceTransfer, type Pricing } from './price-transfer.ts';
import { pricingFactsOf } from './pricing-facts-of.ts';
import { writeMemo } from './quote-memo.ts';
import { showUnits } from './show-units.ts';
import { subsidyOf } from './subsidy.ts';
import { downChain, unservedPair } from './unserved-pair.ts';

/**
 * The lane's answer to a request. The block stands beside it whenever the pair is served, refused
 * amounts included.
 */
export async function offerTransfer(
  setup: LaneSetup,
  request: QuoteRequest,
  signal: AbortSignal,
): Promise<Offer> {
  const unserved = unservedPair(setup, request);
  if (unserved !== null) return { rail: 'floatlane', outcome: unserved };

  const facts = await readLaneFacts(setup, request, signal);
  // A chain that was not read for long is known to be down only now.
  const down = downChain(setup, request);
  if (down !== null) return { rail: 'floatlane', outcome: down };
  const pricing = priceTransfer(pricingFactsOf(setup, request, facts));
  const outcome = await quoteTransfer(setup, request, facts, pricing);
  return { rail: 'floatlane', outcome, block: laneBlock(setup, request, facts, pricing) };
}

async function quoteTransfer(
  setup: LaneSetup,
  request: QuoteRequest,
  facts: LaneFacts,
  pricing: Pricing,
): Promise<RailOutcome<FirmQuote>> {
  const unfit = unfitAmount(setup, request, facts, pricing) ?? offPar(setup, request, facts.prices);
  if (unfit !== null) return unfit;

  const feeMicroUsd =
    facts.price === null ? null : valueMicroUsd(pricing.fee, request.from.decimals, facts.price);
  const subsidy = await subsidyOf(setup, request.lane.to, facts.gas, feeMicroUsd);
  if (!subsidy.ok) return subsidy;
  return answer(firmQuote(setup, request, facts, pricing, subsidy.value));
}

/** Why the lane serves the pair but not this amount now, or null where it does. */
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
  const least = BigInt(settings.minMicroUsd);
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
    durationSec: settings.durationSec,
    note: `paid out of our own float; ${pricing.mode}: ${pricing.reason}`,
    expiresAtMs: context.clock.now() + settings.quoteLifeSec * 1_000,
    memo: writeMemo({
      fee: pricing.fee,
      member: freeTransfer === null ? null : request.payer,
      charges: [freeTransfer, subsidy].filter((charge) => charge !== null),
    }),
  };
}
