import {
  answer,
  asUnits,
  type FirmQuote,
  inTokens,
  matchLane,
  type Offer,
  type QuoteRequest,
  type Refusal,
  refuse,
  showUnits,
  type Units,
  unlessAborted,
} from '@interline/plugins';
import { agreedOutput, type LaneEnds, laneEnds } from './ask-of.ts';
import { leastAmountFor, writeCharge } from './charge.ts';
import { type Engine, refusalOfFault } from './engine/engine.ts';
import { withinDeadline } from './engine/within-deadline.ts';
import { offerEstimates } from './estimate/offer-estimates.ts';
import { type FeeFacts, readFeeFacts, sourceGasOf, coinWorthMicroUsd } from './gas-part.ts';
import { priceAfterCharge, type PricedTransfer } from './price-after-charge.ts';
import type { AggregatorSetup } from './setup.ts';
import type { Priced, Upstream } from './upstream/upstream.ts';

type FactsOutcome = ReturnType<typeof readFeeFacts>;

/**
 * One offer from each engine that lists both chains, requested in parallel. A fault of one engine
 * becomes that engine's refusal.
 */
export async function offerTransfers(
  setup: AggregatorSetup,
  request: QuoteRequest,
  signal: AbortSignal,
): Promise<readonly Offer[]> {
  if (matchLane(setup.estimateLanes, request.lane) !== null)
    return offerEstimates(setup, request, signal);
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
  const { askTraced = (_engine, ask) => ask() } = setup.context;
  return Promise.all(
    onLane.map((engine) =>
      askTraced(engine.upstream.name, () => offerOf(setup, engine, request, ends, facts, signal)),
    ),
  );
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
  };
}

/** Why a price cannot become a quote; null if it can. */
function unfitPrice(
  { output, minOutput, expiresAtMs, coinFee }: Priced,
  request: QuoteRequest,
  { coin }: FeeFacts,
  bounds: PriceBounds,
): Refusal | null {
  const { engine, nowMs, maxNativeFeeMicroUsd } = bounds;
  if (output === 0n) return refuse('NO_ROUTE', `${engine} would deliver nothing`);
  if (minOutput > output)
    return refuse(
      'RAIL_FAULT',
      `${engine} promises at least ${showUnits(minOutput)} and expects only ${showUnits(output)}`,
    );
  if (expiresAtMs !== null && expiresAtMs <= nowMs)
    return refuse('RAIL_FAULT', `the price of ${engine} had expired when it came`);
  const feeMicroUsd = coinWorthMicroUsd(coinFee, coin);
  if (feeMicroUsd > maxNativeFeeMicroUsd)
    return refuse(
      'NO_ROUTE',
      `${engine} wants a flat fee worth ${showUnits(feeMicroUsd)} micro-USD; at most ${maxNativeFeeMicroUsd} is paid`,
    );
  const agreed = agreedOutput(request);
  if (agreed !== null && output < agreed)
    return refuse(
      'BELOW_AGREED_OUTPUT',
      `output ${showUnits(output)} is below the agreed ${showUnits(agreed)}`,
    );
  return null;
}

function quoteOf(
  { context, settings }: AggregatorSetup,
  upstream: Upstream,
  request: QuoteRequest,
  { priced, charge }: PricedTransfer,
): FirmQuote {
  const lastMs = context.clock.now() + settings.quoteLifeSec * 1_000;
  const { from } = request;
  const least =
    request.isOwn === true ? null : leastAmountFor(1n, context.standardFeeBps, charge.gasPart);
  return {
    kind: 'firm',
    rail: upstream.name,
    bridge: priced.bridge,
    via: priced.via,
    input: request.amount,
    output: priced.output,
    minOutput: promised(priced, request),
    fee: charge.fee,
    gasFee: charge.gasPart,
    ...(least === null ? {} : { minInput: least }),
    durationSec: priced.durationSec ?? upstream.traits.usualSec,
    note: `third-party route over ${upstream.title}; ${
      request.isOwn === true
        ? 'no charge of ours'
        : `our charge ${inTokens(charge.fee, from)} = ${context.standardFeeBps} bps + gas`
    }`,
    expiresAtMs: Math.min(priced.expiresAtMs ?? lastMs, lastMs),
    fronts: [
      {
        chain: from.chain,
        gas: sourceGasOf(request, upstream.traits.callGas),
        coin: asUnits(priced.coinFee),
      },
    ],
    keeps: 'perishable',
    memo: writeCharge(charge),
  };
}

/**
 * The minimum that the quote promises. If the engine's own minimum is below the agreed one, the
 * build requests a tighter slippage, and the plan refuses if the engine does not grant it.
 */
function promised({ minOutput }: Priced, request: QuoteRequest): Units {
  const agreed = agreedOutput(request);
  return agreed !== null && minOutput < agreed ? agreed : minOutput;
}

interface PriceBounds {
  readonly engine: string;
  readonly nowMs: number;
  readonly maxNativeFeeMicroUsd: bigint;
}
