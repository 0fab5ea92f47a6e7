import {
  answer,
  asAmount,
  type ChainRef,
  evmChainId,
  feeOf,
  type IndicativeQuote,
  noUnits,
  type Offer,
  type QuoteRequest,
  type RailOutcome,
  refuse,
  showUnits,
  type Units,
  unlessAborted,
} from '@interline/plugins';
import { type Engine, refusalOfFault } from '../engine/engine.ts';
import { withinDeadline } from '../engine/within-deadline.ts';
import type { AggregatorSetup } from '../setup.ts';
import type { EstimateQuestion, Estimates, Priced } from '../upstream/upstream.ts';
import { anonymousPartyOn } from './anonymous-party.ts';
import { estimateReason } from './estimate-lanes.ts';

/**
 * One offer from each engine that prices both chains, requested in parallel; none of them is firm.
 */
export async function offerEstimates(
  setup: AggregatorSetup,
  request: QuoteRequest,
  signal: AbortSignal,
): Promise<readonly Offer[]> {
  const { from, to } = request.lane;
  const asked = setup.engines.flatMap((engine) => {
    const { estimates } = engine.upstream;
    return estimates !== undefined &&
      engine.isEnabled &&
      [from, to].every((chain) => prices(engine, estimates, chain))
      ? [{ engine, estimates }]
      : [];
  });
  return Promise.all(
    asked.map(async ({ engine, estimates }) => offerOf(setup, engine, estimates, request, signal)),
  );
}

function prices(engine: Engine, estimates: Estimates, chain: ChainRef): boolean {
  const chainId = evmChainId(chain);
  return estimates.chains.includes(chain) || (chainId !== null && engine.chainIds.has(chainId));
}

async function offerOf(
  setup: AggregatorSetup,
  engine: Engine,
  estimates: Estimates,
  request: QuoteRequest,
  caller: AbortSignal,
): Promise<Offer> {
  const { name } = engine.upstream;
  const { standardFeeBps, log } = setup.context;
  const fee = request.isOwn === true ? noUnits : feeOf(request.amount, standardFeeBps);
  try {
    const outcome = await unlessAborted(
      priceOf(setup, engine, estimates, request, fee, caller),
      caller,
    );
    return {
      rail: name,
      outcome: outcome.ok ? quoteOf(engine, request, fee, outcome.value) : outcome,
    };
  } catch (error) {
    return { rail: name, outcome: refusalOfFault(name, 'price', error, log) };
  }
}

async function priceOf(
  { context, settings, prices: cache }: AggregatorSetup,
  { upstream, apis }: Engine,
  estimates: Estimates,
  request: QuoteRequest,
  fee: Units,
  signal: AbortSignal,
): Promise<RailOutcome<Priced>> {
  if (fee >= request.amount) return refuse('NO_ROUTE', `our charge of ${fee} takes all of it`);
  const { from, to, slippage } = request;
  const payer = request.payer ?? anonymousPartyOn(from.chain);
  const recipient = request.recipient ?? anonymousPartyOn(to.chain);
  if (payer === null || recipient === null)
    return refuse('NO_ROUTE', `${upstream.name} needs an address on both chains to price`);
  const units = asAmount(request.amount - fee);
  const question: EstimateQuestion = { from, to, units, payer, recipient, slippage };
  const terms = {
    clock: context.clock,
    deadlineMs: settings.engineDeadlineMs,
    engine: upstream.name,
  };
  return cache.price(
    [
      'estimate',
      upstream.name,
      from.chain,
      from.address,
      to.chain,
      to.address,
      units,
      payer,
      recipient,
      slippage,
    ].join('|'),
    () =>
      withinDeadline(terms, async (flight) => {
        const priced = await estimates.price(question, apis.price(request.askedBy ?? []), flight);
        // The payer sends this transfer, so the relayer pays nothing upfront.
        return priced.ok ? answer({ ...priced.value, coinFee: noUnits }) : priced;
      }),
    signal,
  );
}

function quoteOf(
  { upstream: { name, title, traits } }: Engine,
  { amount, minOutput: agreed = noUnits }: QuoteRequest,
  fee: Units,
  { output, minOutput, bridge, via, durationSec }: Priced,
): RailOutcome<IndicativeQuote> {
  if (output === 0n) return refuse('NO_ROUTE', `${name} would deliver nothing`);
  if (minOutput > output)
    return refuse(
      'RAIL_FAULT',
      `${name} promises at least ${showUnits(minOutput)} and expects only ${showUnits(output)}`,
    );
  if (output < agreed)
    return refuse(
      'BELOW_AGREED_OUTPUT',
      `output ${showUnits(output)} is below the agreed ${showUnits(agreed)}`,
    );
  return answer({
    kind: 'indicative',
    rail: name,
    bridge,
    via,
    input: amount,
    output,
    minOutput,
    fee,
    durationSec: durationSec ?? traits.usualSec,
    note: `a price of ${title}, our standard charge counted and no gas of ours`,
    reason: estimateReason,
  });
}
