import {
  answer,
  asUnits,
  type ChainRef,
  isNative,
  type JsonObject,
  type Order,
  type Price,
  type RailOutcome,
  type Recall,
  refuse,
  showUnits,
  type TokenRef,
  type Units,
  unitsWorth,
  unlessAborted,
} from '@interline/plugins';
import { coinWorthMicroUsd } from './gas-part.ts';
import type { AggregatorSetup } from './setup.ts';
import { readRef } from './track-transfer.ts';

/**
 * The current call that recalls the engine's undelivered transfer. Its coin may be worth at most
 * `maxRecallMicroUsd`, a setting of the operator; a more expensive recall waits for the operator.
 */
export async function recallTransfer(
  { context, settings, engines }: AggregatorSetup,
  { lane }: Order,
  written: JsonObject,
  signal: AbortSignal,
): Promise<RailOutcome<Recall>> {
  const { engine: name, ref, recallAt: at } = readRef(written, 'recall');
  const recall = engines.find(({ upstream }) => upstream.name === name)?.upstream.recall;
  if (recall === undefined || at === null)
    return refuse('NO_ROUTE', `what ${name} has not delivered cannot be taken back`);
  const { from, to } = lane;
  const recalled = await unlessAborted(
    recall.call(ref, {
      from,
      to,
      at,
      read: (chain, contract, data) => context.chains.call(chain, contract, data, signal),
      coinFor: (gas) => coinFor(context, { from, to }, gas, signal),
    }),
    signal,
  );
  if (!recalled.ok) return recalled;
  const coin = await coinOf(context, to, signal);
  if (!coin.ok) return coin;
  const worth = coinWorthMicroUsd(recalled.value.value, coin.value);
  const most = settings.maxRecallMicroUsd;
  return worth > most
    ? refuse(
        'GAS_CEILING',
        `taking back what ${name} has not delivered costs coin worth ${showUnits(worth)} micro-USD; at most ${most} is paid`,
      )
    : recalled;
}

type Context = AggregatorSetup['context'];

interface PricedCoin {
  readonly token: TokenRef;
  readonly price: Price;
}

async function coinFor(
  context: Context,
  { from, to }: Order['lane'],
  gas: bigint,
  signal: AbortSignal,
): Promise<RailOutcome<Units>> {
  const [cost, source, destination] = await Promise.all([
    context.chains.gasCost(from, gas, signal),
    coinOf(context, from, signal),
    coinOf(context, to, signal),
  ]);
  if (!source.ok) return source;
  if (!destination.ok) return destination;
  const { token, price } = destination.value;
  return answer(asUnits(unitsWorth(coinWorthMicroUsd(cost, source.value), token.decimals, price)));
}

async function coinOf(
  { tokens, price }: Context,
  chain: ChainRef,
  signal: AbortSignal,
): Promise<RailOutcome<PricedCoin>> {
  const token = tokens.on(chain).find(isNative);
  const found = token === undefined ? null : await price.priceOf(token, signal);
  return token === undefined || found === null || found.microUsd <= 0n
    ? refuse('NO_ROUTE', `the coin of ${chain} has no price now, so no recall is paid for with it`)
    : answer({ token, price: found });
}
