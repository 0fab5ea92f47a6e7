import { answer, type FirmQuote, isNative, type Order, type Plan, type RailOutcome, type Refusal, refuse, type Units, unlessAborted } from '@interline/plugins';
import { checkBuilt } from '../checks/check-built.ts';
import { coinBesideAmount } from '../checks/value-is-bounded.ts';
import type { Engine } from '../engine/engine.ts';
import { refusalOfFault } from '../engine/refusal-of-fault.ts';
import { weiWorthMicroUsd } from '../fee/wei-worth.ts';
import type { AggregatorSetup } from '../setup.ts';
import { askOfOrder } from './ask-of-order.ts';
import { buildAtAgreed, type BuiltAsk } from './build-at-agreed.ts';
import { readAgreedFee } from './read-agreed-fee.ts';
import { refuseDearGas } from './refuse-dear-gas.ts';
import { stepsOf } from './steps-of.ts';

/**
 * Pull, one call that hands the money over, and the watch on it. The transaction is made anew: one
 * made with the quote would be stale.
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
