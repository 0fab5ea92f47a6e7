import { asUnits, noUnits, type Units } from '@interline/kernel';
import type { Route } from '../route.ts';
import { type Deposit, hasLock, isClosed, isForRoute, type SeenOutput } from './deposit.ts';

/**
 * - short: less than was agreed is there
 * - enough: at the locked price where what was seen in the lock's time, and came into a block soon
 *   after it, is enough; else at the current one; `outputs` are those that count
 */
export type DepositWorth =
  | { readonly kind: 'short'; readonly units: Units }
  | {
      readonly kind: 'enough';
      readonly price: 'locked' | 'current';
      readonly outputs: readonly SeenOutput[];
    };

/** When it is now, until when a block must have what keeps the lock, and what a further part costs. */
export interface WorthAt {
  readonly nowMs: number;
  readonly minedUntilMs: number;
  readonly partCost: Units;
}

/**
 * What is there of a deposit that no refund has taken, above what went back of it before. Parts sum,
 * less what small ones cost to be spent, until the deposit expires. What no block takes by
 * `minedUntilMs` has lost its lock: its payer could still replace it, and would pay or leave it as the
 * market moves.
 */
export function worthOf(
  deposit: Pick<Deposit, 'agreed' | 'lockedUntilMs' | 'createdAtMs' | 'expiresAtMs'> & Account,
  { nowMs, minedUntilMs, partCost }: WorthAt,
): DepositWorth {
  const { agreed, lockedUntilMs, expiresAtMs, outputs } = deposit;
  const wanted = agreed + shortfallOf(deposit);
  const there = outputs.filter(mayCount);
  // A block's time may lie before the address was issued, so that the end of a lock does not tell.
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
 * What one more part must bring so that the deposit is enough; zero where it is, or where nothing more
 * counts. A part that is not large costs something itself.
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

/** What left for a deposit, or is to leave: what its route delivers, and all that goes back. */
export function givenFor({ state, credited, refunds }: Omit<Account, 'outputs'>): bigint {
  return (state === 'credited' ? (credited ?? 0n) : 0n) + sumOf(refunds);
}

/** Outputs that the route, or a refund, was made of. */
export function usedOf({ outputs }: Pick<Account, 'outputs'>): readonly SeenOutput[] {
  return outputs.filter(({ use }) => use !== null);
}

/**
 * What was given for outputs that no block has any more. Whatever else comes to the address makes it
 * up first: it is the payer's own replacement, or pays again for what the payer got.
 */
export function shortfallOf(deposit: Account): bigint {
  const short = givenFor(deposit) - sumOf(usedOf(deposit).filter(({ block }) => block !== null));
  return short > 0n ? short : 0n;
}

/** A part of at least so many times what it costs to be spent may count whole: that is 1 % of it at most. */
const wholeFrom = 100n;

/** So many parts count whole at most: a thousand of them make change of our coins at our cost. */
const wholeAtMost = 5;

/**
 * What outputs are worth together. The price pays for one of them to be spent, and a few large ones count
 * whole; each other one counts for so much less as it costs, and for nothing where that is all of it.
 * Which are large is judged by the cost that their payer was told, whatever fees rose to since.
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

/** What each part after the first costs to be spent, as it looked at acceptance. */
export function partCostOf({ plan }: Pick<Route, 'plan'>): Units {
  const step = plan.steps.find(({ kind }) => kind === 'await-deposit');
  return (step?.kind === 'await-deposit' ? step.partCost : undefined) ?? noUnits;
}

export function sumOf(outputs: readonly Pick<SeenOutput, 'units'>[]): Units {
  return asUnits(outputs.reduce((sum, { units }) => sum + units, 0n));
}
