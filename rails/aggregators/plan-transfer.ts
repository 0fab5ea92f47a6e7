import {
  answer,
  asUnits,
  type BudgetCharge,
  evmAddress,
  type FirmQuote,
  isNative,
  noUnits,
  type Order,
  type Plan,
  type PlanStep,
  type RailOutcome,
  type Refusal,
  refuse,
  subsidyBudget,
  subsidyOn,
  type Units,
  unlessAborted,
  valueMicroUsd,
} from '@interline/plugins';
import { askOfOrder, laneEnds } from './ask-of.ts';
import { readAgreedFee } from './charge.ts';
import { checkBuilt, coinBesideAmount, depositTo } from './check-built.ts';
import { type Engine, refusalOfFault } from './engine/engine.ts';
import { gasWorthMicroUsd, readFeeFacts, sourceGasOf, coinWorthMicroUsd } from './gas-part.ts';
import { buildAtAgreed, type BuiltAsk } from './build-at-agreed.ts';
import type { AggregatorSetup } from './setup.ts';
import { writeRef } from './track-transfer.ts';
import type { Ask, Built } from './upstream/upstream.ts';

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
  const fee = readAgreedFee(quote.memo, quote.rail);
  const ask = askOfOrder(setup.context, order, quote, fee);
  if (!ask.ok) return ask;
  try {
    const [subsidy, built] = await unlessAborted(
      Promise.all([
        subsidyOf(setup, engine, order, fee, signal),
        buildAtAgreed(setup, engine, ask.value, order.askedBy ?? []),
      ]),
      signal,
    );
    if (!subsidy.ok) return subsidy;
    if (!built.ok) return built;
    return (
      (await refusalOf(setup, engine, built.value, signal)) ??
      answer(planOf(order, engine, built.value, fee, subsidy.value))
    );
  } catch (error) {
    if (signal.aborted) throw error;
    return refusalOfFault(quote.rail, 'build', error, setup.context.log);
  }
}

/** Gas of returning an ERC-20 to the payer, estimated high. */
const refundGas = 65_000n;

/**
 * What the relayer adds if gas now costs over a tenth more than the whole charge, as a charge to
 * the source chain's daily budget. Before the pull the deployment's subsidy limits it. After the
 * pull the cheaper alternative decides: the call continues while that costs no more than a refund.
 * Null if the charge covers the gas, if the money is the service's own, and if gas cannot be priced
 * now: custody has its own gas caps.
 */
async function subsidyOf(
  { context, settings, flatFees }: AggregatorSetup,
  { upstream: { name, traits } }: Engine,
  order: Order,
  fee: Units,
  signal: AbortSignal,
): Promise<RailOutcome<BudgetCharge | null>> {
  const { lane, from, isPulled, isOwn } = order;
  if (isOwn === true) return answer(null);
  const ends = laneEnds(lane);
  const facts = await readFeeFacts(context, { from }, signal);
  if (ends === null || !facts.ok) return answer(null);
  const worthOf = (gas: bigint, coinFee: Units): Promise<bigint | null> =>
    gasWorthMicroUsd(context, from.chain, facts.value, { gas, coinFee }, signal);
  const fronted = await worthOf(
    sourceGasOf(order, traits.callGas),
    flatFees.lastSeen(name, ends.fromChainId),
  );
  if (fronted === null) return answer(null);
  const charged = valueMicroUsd(fee, from.decimals, facts.value.source);
  const subsidy = fronted - charged;
  // The core limits the rise since the sign request to that tenth.
  if (subsidy <= (charged + 9n) / 10n) return answer(null);
  const { perTransferMicroUsd, perDayMicroUsd } = subsidyOn(lane.from, settings.subsidisedChains, {
    perTransferMicroUsd: settings.maxSubsidyPerTransferMicroUsd,
    perDayMicroUsd: settings.dailySubsidyMicroUsd,
  });
  const refund = isPulled === true ? ((await worthOf(refundGas, noUnits)) ?? 0n) : 0n;
  const most = refund > perTransferMicroUsd ? refund : perTransferMicroUsd;
  return subsidy > most
    ? refuse(
        'PRICE_MOVED',
        `gas exceeds the whole charge by ${subsidy} micro-USD, and the relayer adds at most ${most} on ${lane.from}`,
      )
    : answer({
        budget: subsidyBudget(lane.from),
        units: asUnits(subsidy),
        limit: asUnits(perDayMicroUsd),
        reason: `today's gas subsidy of ${perDayMicroUsd} micro-USD on ${lane.from} is spent; it is whole again at midnight UTC`,
        isShared: true,
      });
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
        : coinWorthMicroUsd(coinBesideAmount(ask, built), { token: coin, price }),
    maxNativeFeeMicroUsd: settings.maxNativeFeeMicroUsd,
    nowMs: context.clock.now(),
  });
}

function planOf(
  order: Order,
  engine: Engine,
  { ask, built }: BuiltAsk,
  fee: Units,
  subsidy: BudgetCharge | null,
): Plan {
  return {
    pullTo: 'spender',
    steps: stepsOf(order, engine, ask, built),
    output: built.output,
    fee,
    keeps: 'perishable',
    charges: subsidy === null ? [] : [subsidy],
  };
}

/**
 * The deposit, or the call with an approval for exactly the amount it may take; then the tracking
 * step.
 */
function stepsOf(
  { lane, from }: Order,
  engine: Engine,
  ask: Ask,
  built: Built,
): readonly PlanStep[] {
  const { upstream } = engine;
  const { name, traits } = upstream;
  const takesBackAt = engine.recallAt(ask.toChainId);
  const track = {
    kind: 'track',
    ref: writeRef(name, built.ref, takesBackAt),
    pollMs: traits.pollMs,
    ...(takesBackAt === null ? {} : { recall: { to: takesBackAt } }),
  } as const;
  const { units } = ask;
  const depositAt = depositTo({ upstream, ask, built });
  if (depositAt !== null) return [{ kind: 'deposit', token: from, to: depositAt, units }, track];
  const { to, data, value, spender } = built.call;
  return [
    {
      kind: 'call',
      chain: lane.from,
      to,
      data,
      value,
      ...(spender === null ? {} : { approve: { token: evmAddress(from.address), spender, units } }),
      handsOver: true,
    },
    track,
  ];
}
