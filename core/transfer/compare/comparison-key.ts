import type { QuoteRequest } from '@interline/kernel';

/**
 * Equal exactly for requests that every way must answer alike; the order of the excluded names says
 * nothing.
 */
export function comparisonKey(
  { lane, from, to, amount, payer, recipient, slippage, minOutput }: QuoteRequest,
  excludeRails: readonly string[],
): string {
  return JSON.stringify([
    lane.from,
    lane.to,
    from.address,
    to.address,
    amount.toString(),
    payer,
    recipient,
    slippage,
    minOutput?.toString() ?? null,
    [...new Set(excludeRails)].sort(),
  ]);
}
