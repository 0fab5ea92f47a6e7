import { confirmationsFor, finalityOf, type TokenRef, valueMicroUsd } from '@interline/kernel';
import type { PricePort } from '@interline/ports';
import type { Policy } from '../../switches/index.ts';

/** How deep so much must be before it counts; without a price, as deep as the highest value. */
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
