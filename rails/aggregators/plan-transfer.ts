import {
  answer,
  asUnits,
  evmAddress,
  type FirmQuote,
  isNative,
  type Order,
  type Plan,
  type PlanStep,
  type RailOutcome,
  type Refusal,
  refuse,
  type Units,
  unlessAborted,
  valueMicroUsd,
} from '@interline/plugins';
import { askOfOrder, laneEnds } from './ask-of.ts';
import { readAgreedFee } from './charge.ts';
import { checkBuilt, coinBesideAmount, depositTo } from './check-built.ts';
import { type Engine, refusalOfFault } from './engine/engine.ts';
import { gasPartOf, readFeeFacts, weiWorthMicroUsd } from './gas-part.ts';
import { buildAtAgreed, type BuiltAsk } from './build-at-agreed.ts';
import type { AggregatorSetup } from './setup.ts';
import { writeRef } from './track-transfer.ts';
import type { Ask, Built, Upstream } from './upstream/upstream.ts';

/**
 * The plan: the pull, one call that hands the money to the engine, and the tracking. The engine
 * builds the transaction now, because one built with the quote would be stale.
 */
export async function planTransfer(
  setup: AggregatorSetup,
  order: Order,
  quote: FirmQuote,
  signal: AbortSignal,
): Promise<RailOutcome<Plan>> {
  const engine = setup.engines.find(({ upstream }) => upstream.name === quote.rail);
  if (engine === undefined || !engine.isEnabled)
    return refuse('NO_ROUTE', `${quote.rail} is switched off here`);
  const { fee, gasPart } = readAgreedFee(quote.memo, quote.rail);
  const ask = askOfOrder(setup.context, order, quote, fee);
  if (!ask.ok) return ask;
  try {
    const [dear, built] = await unlessAborted(
      Promise.all([
        refuseDearGas(setup, engine, order, gasPart, signal),
        buildAtAgreed(setup, engine, ask.value, order.askedBy ?? null),
      ]),
      signal,
    );
    if (dear !== null) return dear;
    if (!built.ok) return built;
    return (
      (await refusalOf(setup, engine, built.value, signal)) ??
      answer(planOf(order, engine, built.value, fee))
    );
  } catch (error) {
    if (signal.aborted) throw error;
    return refusalOfFault(quote.rail, 'build', error, setup.context.log);
  }
}

/**
 * The relayer pays what gas rose by since the charge was agreed, up to the bound of one transfer.
 * Null within that bound, and where gas cannot be priced now: custody has its own gas caps.
 */
async function refuseDearGas(
  { context, settings, flatFees }: AggregatorSetup,
  { upstream: { name, traits } }: Engine,
  order: Order,
  agreed: Units,
  signal: AbortSignal,
): Promise<Refusal | null> {
  const ends = laneEnds(order.lane);
  const facts = await readFeeFacts(context, order, signal);
  if (ends === null || !facts.ok) return null;
  const fronted = { callGas: traits.callGas, feeWei: flatFees.lastSeen(name, ends.fromChainId) };
  const gasPart = await gasPartOf(context, order.from, facts.value, fronted, signal).catch(
    (cause: unknown) => {
      if (signal.aborted) throw cause;
      return agreed;
    },
  );
  if (gasPart <= agreed) return null;
  const subsidy = valueMicroUsd(asUnits(gasPart - agreed), order.from.decimals, facts.value.source);
  const most = settings.maxSubsidyPerTransferMicroUsd;
  if (subsidy <= most) return null;
  return refuse(
    'BUDGET_SPENT',
    `gas exceeds the agreed charge by ${subsidy} micro-USD, and the relayer adds at most ${most} to one transfer`,
  );
}

async function refusalOf(
  { context, settings }: AggregatorSetup,
  engine: Engine,
  { ask, built }: BuiltAsk,
  signal: AbortSignal,
): Promise<Refusal | null> {
  const tokens = context.tokens.on(ask.from.chain);
  const coin = tokens.find(isNative);
  const price = coin === undefined ? null : await context.price.priceOf(coin, signal);
  return checkBuilt({
    upstream: engine.upstream,
    ask,
    built,
    tokens,
    known: engine.knownContracts(ask.fromChainId),
    feeMicroUsd:
      coin === undefined || price === null
        ? null
        : weiWorthMicroUsd(coinBesideAmount(ask, built), { token: coin, price }),
    maxNativeFeeMicroUsd: settings.maxNativeFeeMicroUsd,
    nowMs: context.clock.now(),
  });
}

function planOf(order: Order, { upstream }: Engine, { ask, built }: BuiltAsk, fee: Units): Plan {
  return {
    pullTo: 'spender',
    steps: stepsOf(order, upstream, ask, built),
    output: built.output,
    fee,
    keeps: 'perishable',
    charges: [],
  };
}

/**
 * The deposit, or the call with an approval for exactly the amount it may take; then the tracking
 * step.
 */
function stepsOf(
  { lane, from }: Order,
  upstream: Upstream,
  ask: Ask,
  built: Built,
): readonly PlanStep[] {
  const { name, traits } = upstream;
  const track = { kind: 'track', ref: writeRef(name, built.ref), pollMs: traits.pollMs } as const;
  const { units } = ask;
  const depositAt = depositTo({ upstream, ask, built });
  if (depositAt !== null) return [{ kind: 'deposit', token: from, to: depositAt, units }, track];
  const { to, data, valueWei, spender } = built.call;
  return [
    {
      kind: 'call',
      chain: lane.from,
      to,
      data,
      valueWei,
      ...(spender === null ? {} : { approve: { token: evmAddress(from.address), spender, units } }),
      handsOver: true,
    },
    track,
  ];
}
