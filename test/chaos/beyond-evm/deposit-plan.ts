import type { SeededChance } from '../seeded-chance.ts';

const kinds = [
  'exact',
  'over',
  'parts',
  'short',
  'late',
  'missed',
  'twice',
  'bumped',
  'stolen',
  'never',
  'reversed',
  'lost',
] as const;

/**
 * - late: after its price lock
 * - missed: after it expired
 * - bumped: replaced at a higher fee, to the same address
 * - stolen: replaced by a payment to another recipient
 * - reversed: taken out of its block for good, another payment of the same coin in its place
 * - lost: the same, after it was paid out or sent back
 */
export type DepositKind = (typeof kinds)[number];

/** What a caller who reverses waits to see first. */
export type ReversedAt = (typeof before | typeof after)[number];

const before = ['seen', 'confirming', 'credited'] as const;
const after = ['paid-out', 'refunding'] as const;

export interface DepositPlan {
  readonly kind: DepositKind;
  readonly agreed: bigint;
  /** Named in the order, by the claim later, or never. */
  readonly refundTo: 'given' | 'claimed' | 'nowhere';
  readonly claimsAfterMs: number;
  readonly reversedAt: ReversedAt;
  /** Before the second payment of those who make two, or before the replacement. */
  readonly betweenMs: number;
  readonly beginsAfterMs: number;
}

/** Every kind in turn, from one that the seed picks; the rest of each plan is the seed's. */
export function depositPlans(
  chance: SeededChance,
  count: number,
  spreadMs: number,
): readonly DepositPlan[] {
  const first = chance.between(0, kinds.length - 1);
  const firstMoment = chance.between(0, 1);
  return Array.from({ length: count }, (_, index) => ({
    kind: kinds[(first + index) % kinds.length] ?? 'exact',
    // The larger ones need more than one confirmation.
    agreed: chance.pick([50_000n, 50_000n, 70_001n, 2_000_000n]),
    refundTo: chance.pick(['given', 'given', 'claimed', 'nowhere'] as const),
    claimsAfterMs: chance.between(0, 12_000),
    reversedAt:
      kinds[(first + index) % kinds.length] === 'lost'
        ? (after[(firstMoment + Math.floor(index / kinds.length)) % after.length] ?? 'paid-out')
        : chance.pick(before),
    betweenMs: chance.between(0, 1_500),
    beginsAfterMs: chance.between(0, spreadMs),
  }));
}
