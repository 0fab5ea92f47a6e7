import type { QuoteRequest } from '@interline/kernel';
import type { PricePort } from '@interline/ports';
import type { SidePrices } from './guard.ts';

/** The prices that par needs. Tokens of one asset trade one to one, so they need no price. */
export async function sidePrices(
  price: PricePort,
  { from, to }: Pick<QuoteRequest, 'from' | 'to'>,
  signal: AbortSignal,
): Promise<SidePrices> {
  if (from.asset === to.asset) return { from: null, to: null };
  const [paid, received] = await Promise.all(
    [from, to].map(async (token) => price.priceOf(token, signal).catch(() => null)),
  );
  return { from: paid ?? null, to: received ?? null };
}
