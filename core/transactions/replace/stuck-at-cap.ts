import type { Bump } from '@interline/ports';

type Capped = Extract<Bump, { readonly kind: 'capped' }>;

/** Why a transaction is stuck, as its row keeps it: for a person, in per gas. */
export function stuckAtCap({ offered, needed, feeRateCap }: Capped): string {
  return `fee above cap: offered ${offered}, needed ${needed}, cap ${feeRateCap} per gas`;
}

/** What to raise the cap to, so that it holds while the base fee doubles; in per gas. */
export function freeingCap(needed: bigint): bigint {
  return 2n * needed;
}

/** The same by what a row keeps; null where it does not say what was needed. */
export function freeingCapOf(stuck: string): bigint | null {
  const needed = /\bneeded ([0-9]{1,30})\b/.exec(stuck)?.[1];
  return needed === undefined ? null : freeingCap(BigInt(needed));
}
