import { confirmationsFor, finalityOf, type TokenRef, valueMicroUsd } from '@interline/kernel';
import type { PricePort } from '@interline/ports';
import type { Policy } from '../../switches/index.ts';

/**
 * Confirmations that an amount needs before it counts; without a price, those of the highest value.
 */
export async function wantedDepth(
  { price, policy }: { readonly price: PricePort; readonly policy: Pick<Policy, 'finality'> },
  token: TokenRef,
  units: bigint,
  signal: AbortSignal,
): Promise<number> {
  const found = await price.priceOf(token, signal).catch(() => null);
  const microUsd = found === null ? null : valueMicroUsd(units, token.decimals, found);
  return confirmationsFor(finalityOf(policy.finality, token.chain), microUsd);
}
