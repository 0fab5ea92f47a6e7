import type { Prepared } from '@interline/ports';
import { freeLumens, lineOf } from './free-balance.ts';
import { marketRate, nothing, preparedFields, type Preparing } from './preparing.ts';

/**
 * The next thing that the deployment needs on the account: its channels, then each trustline. Null
 * if nothing is missing; `unfunded` if the account lacks the lumens for it.
 */
export async function prepareOpening(
  preparing: Preparing,
  trusted: readonly string[],
): Promise<Prepared | 'unfunded' | null> {
  const { channels, node, signal, head } = preparing;
  const standing = await channels.read(node, signal);
  const { own } = standing;
  if (own === null) return 'unfunded';
  const rate = await marketRate(preparing);
  const described = { purpose: 'trust', expects: null } as const;
  const fields = { ...nothing(preparing, standing), maxFeeRate: rate };
  if (!standing.isOpen) {
    if (freeLumens(own, head) < openingCost(preparing, rate)) return 'unfunded';
    const makes = channels.wanted;
    const opening = {
      ...fields,
      operation: 'channels' as const,
      makes,
      units: 2n * head.base_reserve_in_stroops,
      gasLimit: BigInt(makes.length + 2),
    };
    return preparedFields(preparing, standing, opening, described);
  }
  const missing = trusted.find((asset) => lineOf(own, asset) === undefined);
  if (missing === undefined) return null;
  if (freeLumens(own, head) < head.base_reserve_in_stroops + 2n * rate) return 'unfunded';
  const trust = { ...fields, operation: 'trust' as const, asset: missing };
  return preparedFields(preparing, standing, trust, described);
}

/** Two reserves per channel, one for the data entry that names them, and the fee; in stroops. */
export function openingCost({ channels, head }: Preparing, rate: bigint): bigint {
  const made = BigInt(channels.wanted.length);
  return (2n * made + 1n) * head.base_reserve_in_stroops + (made + 2n) * rate;
}
