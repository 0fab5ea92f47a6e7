import { asUnits, type Plan, maxGasCost, noUnits, type PlanStep } from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import { hasCalls } from './check-call-budgets.ts';

/**
 * Expected gas cost of a pull and its refund, in units of the source chain's coin at the price of
 * the next block. It is twice the pull's, because a refund moves the same token by a simpler call.
 * Gas that the payer's code burns beyond that is charged separately.
 */
export function giveBackCost(prepared: readonly Prepared[]): bigint {
  return 2n * gasCost(pullingOf(prepared));
}

/**
 * Expected additional cost of a rail's calls, with the coin that they carry: the upstream may take
 * them and refund the money.
 */
export function callsCost(prepared: readonly Prepared[]): bigint {
  return gasCost(prepared) + prepared.reduce((sum, { tx }) => sum + tx.value, 0n);
}

/** The coin that a step's call carries. A deposit of coin hands over the transfer's own coin. */
export function carriedCoin(step: PlanStep | undefined): bigint {
  return step?.kind === 'call' ? step.value : noUnits;
}

function gasCost(prepared: readonly Prepared[]): bigint {
  return prepared.reduce((sum, { tx, nextBlockCost, simulated }) => {
    const most = nextBlockCost ?? maxGasCost(tx);
    return sum + (most * (simulated?.gas ?? tx.gasLimit)) / tx.gasLimit;
  }, 0n);
}

/** The pull and the allowance before it. */
export function pullingOf(prepared: readonly Prepared[]): readonly Prepared[] {
  return prepared.filter(({ purpose }) => purpose === 'pull' || purpose === 'allowance');
}

/**
 * Whether the payer can make the plan fail after the pull, so that the gas of pull and refund is
 * ours. That is possible if the plan is made again then; if it has calls, by a trade in their pool
 * or a recipient that the upstream cannot pay; and if its payout `isRefusable`, through the
 * recipient's account.
 */
export function mayBeGivenBack(plan: Pick<Plan, 'keeps' | 'steps'>): boolean {
  return plan.keeps === 'perishable' || hasCalls(plan) || hasRefusablePayout(plan);
}

export function hasRefusablePayout({ steps }: Pick<Plan, 'steps'>): boolean {
  return steps.some((step) => step.kind === 'payout' && step.isRefusable === true);
}

/**
 * The plan with the cost of refunding its money, which counts from the accepting unit until the
 * route has ended. Unchanged if the payer can do nothing that makes it `mayBeGivenBack`.
 */
export function withGiveBack(plan: Plan, cost: bigint): Plan {
  return mayBeGivenBack(plan) ? { ...plan, giveBackCost: asUnits(cost) } : plan;
}
