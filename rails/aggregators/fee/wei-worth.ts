import type { FeeFacts } from './fee-facts.ts';

/** Millionths of a dollar, rounded up. */
export function weiWorthMicroUsd(wei: bigint, { token, price }: FeeFacts['coin']): bigint {
  const one = 10n ** BigInt(token.decimals);
  return (wei * price.microUsd + one - 1n) / one;
}
