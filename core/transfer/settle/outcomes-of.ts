import { callOf, type PlanStep, type Transaction } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';
import { type Advance, later, stopForOperator } from './advance.ts';

/**
 * - done: it is in a block and did what it was sent for
 * - void: it has paid and called nothing, and never will
 * - unknown: either may still be
 */
export type Outcome = 'done' | 'void' | 'unknown';

/** What a transaction came to. */
export function outcomeOf({ state, isFinal }: Transaction): Outcome {
  switch (state) {
    case 'open':
      return 'unknown';
    case 'mined':
      return 'done';
    case 'reverted':
    case 'displaced':
      return 'void';
    case 'filled':
      // Until then a reorg can bring its other forms back, which carry the movement.
      return isFinal ? 'void' : 'unknown';
  }
}

/** Whether the transaction gives the route's money to a rail or the recipient. */
export function handsOver(route: Route, transaction: Transaction): boolean {
  if (transaction.purpose === 'payout') return true;
  const call = callOf(route.plan.steps[transaction.step]);
  return transaction.purpose === 'call' && call?.handsOver === true;
}

/**
 * Whether a transaction that hands money to a rail or a recipient is out and not proven void: from
 * then on nothing else is tried (rule 5).
 */
export function hasValueLeft(route: Route, transactions: readonly Transaction[]): boolean {
  return transactions.some((one) => handsOver(route, one) && outcomeOf(one) !== 'void');
}

/**
 * Before a step gives the route's money away: a transaction of an earlier step that had reverted,
 * and was opened again by a reorg since, must have come to nothing again. Null once it has, by all
 * transactions of the route as they were just read.
 */
export async function waitForReopened(
  ports: TransferPorts,
  route: Route,
  step: PlanStep,
  transactions: readonly Transaction[],
): Promise<Advance | null> {
  if (callOf(step)?.handsOver === false) return null;
  switch (reopenedBefore(route, transactions)) {
    case 'void':
      return null;
    case 'unknown':
      return later(ports.clock.now() + ports.policy.retryAfterMs);
    case 'done':
      return stopForOperator(ports, route, {
        code: 'SIMULATION_FAILED',
        reason: 'a transfer that had reverted succeeded after a reorg',
      });
  }
}

/**
 * What came of the transactions of earlier steps that a reorg took out of their block: they had
 * reverted, so the route changed its rail, and their bytes may succeed after all. Void where there
 * are none.
 */
function reopenedBefore(route: Route, transactions: readonly Transaction[]): Outcome {
  const earlier = transactions.filter(
    (one) => one.step < route.cursor && one.reorgs > 0 && handsOver(route, one),
  );
  const outcomes = earlier.map(outcomeOf);
  if (outcomes.includes('unknown')) return 'unknown';
  return outcomes.includes('done') ? 'done' : 'void';
}
