import {
  answer,
  isNative,
  type Price,
  type QuoteRequest,
  type RailContext,
  type RailOutcome,
  refuse,
  type TokenRef,
} from '@interline/plugins';

/** The two prices that turn gas into the source token; neither is ever zero. */
export interface FeeFacts {
  readonly source: Price;
  readonly coin: { readonly token: TokenRef; readonly price: Price };
}

export async function readFeeFacts(
  context: RailContext,
  { from }: Pick<QuoteRequest, 'from'>,
  signal: AbortSignal,
): Promise<RailOutcome<FeeFacts>> {
  const coin = context.tokens.on(from.chain).find(isNative);
  if (coin === undefined)
    return refuse('NO_ROUTE', `the coin of ${from.chain} is not listed, so its gas has no price`);
  const [source, price] = await Promise.all([
    usablePrice(context, from, signal),
    usablePrice(context, coin, signal),
  ]);
  if (source === null)
    return refuse(
      'NO_ROUTE',
      `${from.symbol} has no price now, so our charge for gas cannot be told in it`,
    );
  if (price === null)
    return refuse(
      'NO_ROUTE',
      `${coin.symbol} has no price now, so the gas of ${from.chain} has none`,
    );
  return answer({ source, coin: { token: coin, price } });
}

/** A price that rounds to nothing would divide by zero. */
async function usablePrice(
  { price }: RailContext,
  token: TokenRef,
  signal: AbortSignal,
): Promise<Price | null> {
  const listed = await price.priceOf(token, signal);
  return listed === null || listed.microUsd <= 0n ? null : listed;
}
