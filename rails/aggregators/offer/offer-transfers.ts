import { answer, type JsonObject, type Offer, type QuoteRequest, refuse, unlessAborted } from '@interline/plugins';
import { withinDeadline } from '../client/within-deadline.ts';
import type { Engine } from '../engine/engine.ts';
import { refusalOfFault } from '../engine/refusal-of-fault.ts';
import { writeCharge } from '../fee/charge.ts';
import { readFeeFacts } from '../fee/fee-facts.ts';
import type { AggregatorSetup } from '../setup.ts';
import { type LaneEnds, laneEnds } from './lane-ends.ts';
import { priceAfterCharge, type PricedTransfer } from './price-after-charge.ts';
import { quoteOf } from './quote-of.ts';
import { unfitPrice } from './unfit-price.ts';

type FactsOutcome = ReturnType<typeof readFeeFacts>;

/**
 * One offer of each engine that lists both chains, asked all at once; what one of them does wrong
 * is that one's refusal.
 */
export async function offerTransfers(
  setup: AggregatorSetup,
  request: QuoteRequest,
  signal: AbortSignal,
): Promise<readonly Offer[]> {
  const ends = laneEnds(request.lane);
  if (ends === null)
    return setup.engines.map(({ upstream }) => ({
      rail: upstream.name,
      outcome: refuse('UNROUTABLE_LANE', 'the aggregators move between two EVM chains'),
    }));
  const onLane = setup.engines.filter(
    ({ isEnabled, chainIds }) =>
      isEnabled && chainIds.has(ends.fromChainId) && chainIds.has(ends.toChainId),
  );
  if (onLane.length === 0) return [];
  const facts = readFeeFacts(setup.context, request, signal);
  return Promise.all(onLane.map((engine) => offerOf(setup, engine, request, ends, facts, signal)));
}

async function offerOf(
  setup: AggregatorSetup,
  engine: Engine,
  request: QuoteRequest,
  ends: LaneEnds,
  facts: FactsOutcome,
  caller: AbortSignal,
): Promise<Offer> {
  const {
    context: { clock, log },
    settings,
  } = setup;
  const { name } = engine.upstream;
  try {
    const pricing = withinDeadline(
      { clock, deadlineMs: settings.engineDeadlineMs, engine: name },
      (signal) => priceOffer(setup, engine, request, ends, facts, signal),
    );
    return await unlessAborted(pricing, caller);
  } catch (error) {
    return { rail: name, outcome: refusalOfFault(name, 'price', error, log) };
  }
}

async function priceOffer(
  setup: AggregatorSetup,
  engine: Engine,
  request: QuoteRequest,
  ends: LaneEnds,
  facts: FactsOutcome,
  signal: AbortSignal,
): Promise<Offer> {
  const {
    context: { clock },
    settings: { maxNativeFeeMicroUsd },
  } = setup;
  const { upstream } = engine;
  const known = await facts;
  if (!known.ok) return { rail: upstream.name, outcome: known };
  const outcome = await priceAfterCharge(setup, engine, request, ends, known.value, signal);
  if (!outcome.ok) return { rail: upstream.name, outcome };
  const unfit = unfitPrice(outcome.value.priced, request, known.value, {
    engine: upstream.name,
    nowMs: clock.now(),
    maxNativeFeeMicroUsd,
  });
  return {
    rail: upstream.name,
    outcome: unfit ?? answer(quoteOf(setup, upstream, request, outcome.value)),
    block: blockOf(outcome.value),
  };
}

function blockOf({ priced, charge }: PricedTransfer): JsonObject {
  return { ...writeCharge(charge), engineMin: priced.minOutput.toString() };
}
