import {
  evmChainId,
  isPullable,
  type Quote,
  quoteOnlyReason,
  type QuoteRequest,
} from '@interline/kernel';

/**
 * What a quote is good for.
 * - ready: one signed permit executes it
 * - deposit: it settles, but its source sends a deposit instead of signing a permit
 * - priced: a price and no more
 */
export type Eligibility =
  | { readonly kind: 'ready' }
  | { readonly kind: 'deposit' }
  | { readonly kind: 'priced'; readonly reason: string };

export const standingOrder: Readonly<Record<Eligibility['kind'], number>> = {
  ready: 0,
  deposit: 1,
  priced: 2,
};

export function eligibilityOf({ lane, from }: QuoteRequest, quote: Quote): Eligibility {
  if (quote.kind === 'indicative') return { kind: 'priced', reason: quote.reason };
  const corridor = quoteOnlyReason(lane);
  if (corridor !== null) return { kind: 'priced', reason: corridor };
  if (isPullable(from)) return { kind: 'ready' };
  if (evmChainId(from.chain) === null) return { kind: 'deposit' };
  return {
    kind: 'priced',
    reason: `${from.symbol} is the chain's own coin and cannot be pulled with a permit; wrap it and name the wrapped token`,
  };
}
