import { callOf, type PlanStep, type Transaction } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';
import { type Advance, later, stopForOperator } from './advance.ts';

/**
 * - done: it was mined and did what it was sent for
 * - void: it has paid and called nothing, and never will
 * - unknown: both are still possible
 */
export type Outcome = 'done' | 'void' | 'unknown';

/** The outcome of a transaction. */
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
      // Until it is final, a reorg can bring back its other forms, which carry the movement.
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
 * Whether a transaction that hands money to a rail or a recipient was sent and is not proven void.
 * From then on no alternative is tried (rule 5).
 */
export function hasValueLeft(route: Route, transactions: readonly Transaction[]): boolean {
  return transactions.some((one) => handsOver(route, one) && outcomeOf(one) !== 'void');
}

/**
 * Called before a step gives the route's money away. A transaction of an earlier step that had
 * reverted and was reopened by a reorg must be void again first. Null once it is, based on all
 * transactions of the route as just read.
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
 * The outcome of earlier steps' transactions that a reorg reopened: they had reverted, so the route
 * changed its rail, and their bytes may succeed after all. Void if there are none.
 */
function reopenedBefore(route: Route, transactions: readonly Transaction[]): Outcome {
  const earlier = transactions.filter(
    (one) => one.step < route.cursor && one.reorgs > 0 && handsOver(route, one),
  );
  const outcomes = earlier.map(outcomeOf);
  if (outcomes.includes('unknown')) return 'unknown';
  return outcomes.includes('done') ? 'done' : 'void';
}
