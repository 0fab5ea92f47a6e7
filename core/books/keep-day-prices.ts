import { utcDay, nativeAddress, type TokenList, type TokenRef } from '@interline/kernel';
import type { Clock, PricePort } from '@interline/ports';
import type { BookStore, DayTotal } from './repository.ts';

interface Ports {
  readonly store: BookStore;
  readonly price: PricePort;
  readonly tokens: TokenList;
  readonly clock: Clock;
}

/**
 * Stores a price for each token that moved today, the first one available. A token that moved
 * before midnight without a price is priced at the beginning of the next day. A day without a price
 * stays without one: it is shown as such, never estimated.
 */
export async function keepDayPrices(
  { store, price, tokens, clock }: Ports,
  signal: AbortSignal,
): Promise<void> {
  const today = utcDay(clock.now());
  const yesterday = utcDay(clock.now() - 86_400_000);
  const [totals, prices] = await Promise.all([
    store.reads.books.dayTotals(yesterday, today),
    store.reads.books.dayPrices(yesterday, today),
  ]);
  const known = new Set(prices.map(keyOf));
  for (const [key, [total]] of Map.groupBy(totals, keyOf)) {
    const token = total === undefined ? undefined : tokenOf(tokens, total);
    if (known.has(key) || total === undefined || token === undefined) continue;
    const found = await price.priceOf(token, signal).catch(() => null);
    if (found === null) continue;
    const { day, chain } = total;
    await store.run('keep-day-price', (tx) =>
      tx.books.keepDayPrice({ day, chain, token: total.token, ...found }),
    );
  }
}

const coinDecimals = 18;

/** As listed; an unlisted coin has a unit, but no price. */
export function tokenOf(
  tokens: TokenList,
  { chain, token }: Pick<DayTotal, 'chain' | 'token'>,
): TokenRef | undefined {
  const listed = tokens.on(chain).find(({ address }) => address === token);
  if (listed !== undefined || token !== nativeAddress) return listed;
  return { chain, address: token, symbol: 'coin', decimals: coinDecimals, asset: 'coin' };
}

function keyOf({ day, chain, token }: Pick<DayTotal, 'day' | 'chain' | 'token'>): string {
  return `${day}/${chain}/${token}`;
}
