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
 * Within the unit that ends the route: charges what was spent on it where the payer or the recipient
 * could have made the transfer fail. No transaction reverted then, so nothing else counts it, and
 * the same order could be sent again without end.
 */
export async function chargeGivenBack(ports: Ports, tx: TransferUnit, route: Route): Promise<void> {
  const lost = lostBy(ports, route, await tx.transactions.transactionsOf(route.id));
  if (lost !== null) await chargeRevert(ports, tx, lost);
}

/**
 * What to charge; null where the service or an engine is the cause. A refused payout of coin counts
 * on the destination, in its coin, with the payouts that revert there: it pauses no pull. A call that
 * was too dear, or had no room in its budgets, counts with the calls that revert, of payer and engine.
 * A payout that `isRefusable` counts as `refund` on the source where the recipient's account did not
 * take it: a trustline is removed before the payout and added again for the next round. Everything
 * else counts there too, which is asked only for plans with calls, or that are made again after the
 * pull: a trade in the pool that they use makes them fail, at no cost to who
 * trades. So does what an upstream took and gave back, or kept until an operator refunded it, with the
 * coin that its calls carried: it pays no recipient whom the token refuses.
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
  // What reverted was charged when that was seen, and so was what revoked an approval.
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
  // An approval in front of a call shares its step.
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

/** What the recipient's own account, on a chain where that decides, could not be paid for. */
function isOfRecipient(code: string | undefined): boolean {
  return code === 'TRUSTLINE_MISSING' || code === 'MEMO_REQUIRED' || code === 'SIMULATION_FAILED';
}

/** The recipient's code refused, or took more gas than a payout may, or than its budgets had left. */
function isRefusedThere(code: string | undefined): boolean {
  return code === 'SIMULATION_FAILED' || code === 'GAS_CEILING' || code === 'BUDGET_SPENT';
}
