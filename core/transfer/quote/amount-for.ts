import {
  type Amount,
  asAmount,
  maxUint256,
  type QuoteRequest,
  RelayError,
  type Units,
} from '@interline/kernel';
import type { QuoteRoute } from './quote-route.ts';

/**
 * The source amount that makes at least `wanted` arrive, slightly above the minimum. The search
 * starts at `request.amount`. Throws a quote's errors, and `NO_ROUTE` if no executable price
 * reaches it.
 */
export type AmountFor = (
  request: QuoteRequest,
  wanted: Units,
  signal: AbortSignal,
) => Promise<Amount>;

/**
 * With charges that do not grow with the amount, the second price holds; in a moving market a later
 * one does.
 */
const asksAtMost = 4;

export function amountFor(quoteRoute: QuoteRoute): AmountFor {
  return async (request, wanted, signal) => {
    let { amount } = request;
    for (let asked = 0; asked < asksAtMost; asked += 1) {
      const { compared } = await quoteRoute({ ...request, amount }, { excludeRails: [] }, signal);
      const firm = compared.map(({ quote }) => quote).find((quote) => quote?.kind === 'firm');
      if (firm === undefined) break;
      const { minOutput: least } = firm;
      if (least >= wanted) return amount;
      const more = least === 0n ? 2n * amount : (amount * wanted) / least + 1n;
      if (more > maxUint256) break;
      amount = asAmount(more);
    }
    throw new RelayError(
      'NO_ROUTE',
      {},
      `no rail holds a price now at which ${wanted} units of ${request.to.symbol} arrive`,
    );
  };
}
