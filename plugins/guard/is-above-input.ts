import { type QuoteRequest, rescale } from '@interline/kernel';

/**
 * True where more comes out than goes in although both tokens are claims on one asset. Other pairs
 * have no such bound.
 */
export function isAboveInput(
  { from, to, amount }: Pick<QuoteRequest, 'from' | 'to' | 'amount'>,
  output: bigint,
): boolean {
  return from.asset === to.asset && output > rescale(amount, from.decimals, to.decimals);
}
