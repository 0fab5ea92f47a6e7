import type { Bump } from '@interline/ports';

type Capped = Extract<Bump, { readonly kind: 'capped' }>;

/** Why a transaction is stuck, as stored in its row for an operator; per gas. */
export function stuckAtCap({ offered, needed, feeRateCap }: Capped): string {
  return `fee above cap: offered ${offered}, needed ${needed}, cap ${feeRateCap} per gas`;
}

/** The cap to set, which still holds if the base fee doubles; per gas. */
export function freeingCap(needed: bigint): bigint {
  return 2n * needed;
}

/** The same from a stored text; null if it does not state the needed fee. */
export function freeingCapOf(stuck: string): bigint | null {
  const needed = /\bneeded ([0-9]{1,30})\b/.exec(stuck)?.[1];
  return needed === undefined ? null : freeingCap(BigInt(needed));
}
