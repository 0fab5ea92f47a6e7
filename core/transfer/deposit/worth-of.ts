import { asUnits, noUnits, type Units } from '@interline/kernel';
import type { Route } from '../route.ts';
import { type Deposit, hasLock, isClosed, isForRoute, type SeenOutput } from './deposit.ts';

/**
 * - short: less than the agreed amount has arrived
 * - enough: at the locked price if the outputs seen within the lock's time, and mined soon after
 *   it, are enough; otherwise at the current price; `outputs` are those that count
 */
export type DepositWorth =
  | { readonly kind: 'short'; readonly units: Units }
  | {
      readonly kind: 'enough';
      readonly price: 'locked' | 'current';
      readonly outputs: readonly SeenOutput[];
    };

/** The current time, the deadline for a block to keep the lock, and the cost of a further part. */
export interface WorthAt {
  readonly nowMs: number;
  readonly minedUntilMs: number;
  readonly partCost: Units;
}

/**
 * The value of the outputs that no refund has taken, beyond what was refunded before. Parts add up,
 * less the spending cost of small ones, until the deposit expires. An output that no block takes by
 * `minedUntilMs` has lost its lock, because its payer could still replace it and choose by the
 * market.
 */
export function worthOf(
  deposit: Pick<Deposit, 'agreed' | 'lockedUntilMs' | 'createdAtMs' | 'expiresAtMs'> & Account,
  { nowMs, minedUntilMs, partCost }: WorthAt,
): DepositWorth {
  const { agreed, lockedUntilMs, expiresAtMs, outputs } = deposit;
  const wanted = agreed + shortfallOf(deposit);
  const there = outputs.filter(mayCount);
  // A block's time may be before the address was issued, so the lock's end alone does not decide.
  const isLocked = hasLock(deposit);
  const locked = there.filter(
    ({ seenAtMs, minedAtMs }) =>
      isLocked && seenAtMs <= lockedUntilMs && (minedAtMs ?? nowMs) <= minedUntilMs,
  );
  if (countedOf(locked, partCost) >= wanted)
    return { kind: 'enough', price: 'locked', outputs: locked };
  const inTime = there.filter(({ seenAtMs }) => seenAtMs <= expiresAtMs);
  const counted = countedOf(inTime, partCost);
  if (counted >= wanted) return { kind: 'enough', price: 'current', outputs: inTime };
  return { kind: 'short', units: counted };
}

function mayCount(one: SeenOutput): boolean {
  return !one.isGone && (one.use === null || isForRoute(one));
}

/**
 * What one more part must bring to complete the deposit; zero if it is complete, or if nothing more
 * counts. A part that is not large is reduced by its own cost.
 */
export function missingOf(
  deposit: Pick<Deposit, 'agreed' | 'expiresAtMs'> & Account,
  partCost: Units,
): Units {
  if (isClosed(deposit)) return noUnits;
  const { agreed, expiresAtMs, outputs } = deposit;
  const inTime = outputs.filter((one) => mayCount(one) && one.seenAtMs <= expiresAtMs);
  const wanted = agreed + shortfallOf(deposit);
  const missing = wanted - countedOf(inTime, partCost);
  if (missing <= 0n) return noUnits;
  const isEnough = countedOf([...inTime, { units: asUnits(missing) }], partCost) >= wanted;
  return asUnits(isEnough ? missing : missing + partCost);
}

type Account = Pick<Deposit, 'state' | 'credited' | 'outputs' | 'refunds'>;

/** What left for a deposit, or will: the delivered amount and all refunds. */
export function givenFor({ state, credited, refunds }: Omit<Account, 'outputs'>): bigint {
  return (state === 'credited' ? (credited ?? 0n) : 0n) + sumOf(refunds);
}

/** Outputs that the route or a refund used. */
export function usedOf({ outputs }: Pick<Account, 'outputs'>): readonly SeenOutput[] {
  return outputs.filter(({ use }) => use !== null);
}

/**
 * What was given for outputs that no block has any more. Anything else that arrives at the address
 * covers it first: it is the payer's own replacement, or pays again for what the payer got.
 */
export function shortfallOf(deposit: Account): bigint {
  const short = givenFor(deposit) - sumOf(usedOf(deposit).filter(({ block }) => block !== null));
  return short > 0n ? short : 0n;
}

/**
 * A part of at least this multiple of its spending cost may count in full, so the cost is at most 1
 * % of it.
 */
const wholeFrom = 100n;

/**
 * At most this many parts count in full. A thousand of them would split our coins into change at
 * our cost.
 */
const wholeAtMost = 5;

/**
 * The total value of outputs. The price pays for spending one of them, and a few large ones count
 * in full. Each other one is reduced by its spending cost, down to zero. Whether a part is large
 * depends on the cost that its payer was told, even if fees have risen since.
 */
export function countedOf(
  outputs: readonly Pick<SeenOutput, 'units'>[],
  partCost: Units,
  toldCost = partCost,
): Units {
  const large = outputs.filter(({ units }) => units >= wholeFrom * toldCost).length;
  const free = BigInt(Math.max(1, Math.min(large, wholeAtMost)));
  const counted = outputs.reduce(
    (sum: bigint, { units }) => sum + (units > partCost ? units - partCost : 0n),
    free * partCost,
  );
  const total = sumOf(outputs);
  return counted < total ? asUnits(counted) : total;
}

/** Spending cost of each part after the first, as estimated at acceptance. */
export function partCostOf({ plan }: Pick<Route, 'plan'>): Units {
  const step = plan.steps.find(({ kind }) => kind === 'await-deposit');
  return (step?.kind === 'await-deposit' ? step.partCost : undefined) ?? noUnits;
}

export function sumOf(outputs: readonly Pick<SeenOutput, 'units'>[]): Units {
  return asUnits(outputs.reduce((sum, { units }) => sum + units, 0n));
}
