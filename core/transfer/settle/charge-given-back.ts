import { callOf, isNative, type Transaction } from '@interline/kernel';
import { chargeRevert, type Lost } from '../../transactions/index.ts';
import { carriedCoin } from '../budgets/give-back-cost.ts';
import { inCoinOf } from '../budgets/left-today.ts';
import type { TransferPorts } from '../ports.ts';
import type { TransferUnit } from '../repository.ts';
import type { Route } from '../route.ts';
import { revocationsAmong } from './revoke-approval.ts';

type Ports = Pick<TransferPorts, 'clock' | 'policy'>;

/**
 * Must run in the unit that ends the route. Charges what was spent on it if the payer or the
 * recipient could have made the transfer fail. No transaction reverted then, so nothing else counts
 * it, and the same order could be repeated without end.
 */
export async function chargeGivenBack(ports: Ports, tx: TransferUnit, route: Route): Promise<void> {
  const lost = lostBy(ports, route, await tx.transactions.transactionsOf(route.id));
  if (lost !== null) await chargeRevert(ports, tx, lost);
}

/**
 * The charge; null if the service or an engine is the cause.
 *
 * A refused payout of coin counts on the destination, in its coin, with payouts that revert there;
 * it pauses no pull. A call that was too expensive, or had no room in its budgets, counts with
 * reverted calls of payer and engine. A payout that `isRefusable` counts as `refund` on the source
 * if the recipient's account did not accept it: a trustline can be removed before the payout and
 * added again for the next round.
 *
 * Everything else counts there too. It concerns only plans with calls, or plans made again after
 * the pull: a trade in their pool makes them fail at no cost to the trader. What an upstream took
 * and returned, or kept until an operator refunded it, also counts there, with the coin that its
 * calls carried: an upstream pays no recipient whom the token refuses.
 */
export function lostBy(
  { policy }: Pick<Ports, 'policy'>,
  {
    client,
    order,
    plan,
    cursor,
    failure,
    rail: engine,
  }: Pick<Route, 'client' | 'order' | 'plan' | 'cursor' | 'failure' | 'rail'>,
  transactions: readonly Spent[],
): Lost | null {
  const { from, to } = order.lane;
  // A revert was charged when it was seen, and so was an approval's revocation.
  const charged = [...Map.groupBy(transactions, ({ step }) => step).values()].flatMap(
    revocationsAmong,
  );
  const mined = transactions.filter(
    (one) => one.chain === from && one.state === 'mined' && !charged.includes(one),
  );
  const gasCost = mined.reduce((sum, one) => sum + (one.gasCost ?? 0n), 0n);
  const who = { client, payer: order.payer };
  const step = plan.steps[cursor];
  if (step?.kind === 'payout' && step.isRefusable === true && isOfRecipient(failure?.code))
    return { ...who, chain: from, gasCost, kind: 'refund' };
  if (step?.kind === 'payout' && isNative(step.token) && isRefusedThere(failure?.code)) {
    const there = inCoinOf(policy, gasCost, from, to);
    return { ...who, chain: to, gasCost: there, kind: 'payout-revert' };
  }
  const isTooDear = failure?.code === 'GAS_CEILING' || failure?.code === 'BUDGET_SPENT';
  if (callOf(step) !== null && isTooDear)
    return { ...who, chain: from, gasCost, kind: 'call-revert', engine };
  // An approval before a call shares its step.
  const calls = mined.filter(({ purpose }) => purpose === 'call');
  if (failure?.code === 'REFUNDED' && calls.length > 0)
    return {
      ...who,
      chain: from,
      gasCost: calls.reduce((sum, { step: at }) => sum + carriedCoin(plan.steps[at]), gasCost),
      kind: 'refund',
    };
  const isFailed = failure?.code === 'SIMULATION_FAILED' || failure?.code === 'BELOW_AGREED_OUTPUT';
  const isExposed = plan.keeps === 'perishable' || callOf(step) !== null;
  return isFailed && isExposed ? { ...who, chain: from, gasCost, kind: 'refund' } : null;
}

type Spent = Pick<Transaction, 'chain' | 'state' | 'gasCost' | 'step' | 'purpose' | 'createdAtMs'>;

/** Errors of the recipient's own account, on a chain where that decides. */
function isOfRecipient(code: string | undefined): boolean {
  return code === 'TRUSTLINE_MISSING' || code === 'MEMO_REQUIRED' || code === 'SIMULATION_FAILED';
}

/** The recipient's code refused, took more gas than a payout may, or exceeded its budgets. */
function isRefusedThere(code: string | undefined): boolean {
  return code === 'SIMULATION_FAILED' || code === 'GAS_CEILING' || code === 'BUDGET_SPENT';
}
