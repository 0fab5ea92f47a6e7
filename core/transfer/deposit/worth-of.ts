import { asUnits, type Units } from '@interline/kernel';
import type { Deposit, SeenOutput } from './deposit.ts';

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

/**
 * What is there of a deposit that no refund has taken. Parts sum until the deposit expires. What no
 * block takes by `minedUntilMs` has lost its lock: its payer could still replace it, and would pay or
 * leave it as the market moves.
 */
export function worthOf(
  {
    agreed,
    lockedUntilMs,
    expiresAtMs,
    outputs,
  }: Pick<Deposit, 'agreed' | 'lockedUntilMs' | 'expiresAtMs' | 'outputs'>,
  { nowMs, minedUntilMs }: { readonly nowMs: number; readonly minedUntilMs: number },
): DepositWorth {
  const there = outputs.filter(({ isGone, use }) => !isGone && (use === null || use === 'route'));
  const locked = there.filter(
    ({ seenAtMs, minedAtMs }) => seenAtMs <= lockedUntilMs && (minedAtMs ?? nowMs) <= minedUntilMs,
  );
  if (sumOf(locked) >= agreed) return { kind: 'enough', price: 'locked', outputs: locked };
  const inTime = there.filter(({ seenAtMs }) => seenAtMs <= expiresAtMs);
  if (sumOf(inTime) >= agreed) return { kind: 'enough', price: 'current', outputs: inTime };
  return { kind: 'short', units: sumOf(inTime) };
}

export function sumOf(outputs: readonly Pick<SeenOutput, 'units'>[]): Units {
  return asUnits(outputs.reduce((sum, { units }) => sum + units, 0n));
}
