import { asUnits, type Plan, maxGasCost, noUnits, type PlanStep } from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import { hasCalls } from './check-call-budgets.ts';

/**
 * What the gas of a pull and of its refund is expected to cost, in units of the source chain's coin
 * at the price of the next block: twice the pull's, because a refund moves the same token by a
 * plainer call. What code of the payer burns beyond that is charged by itself.
 */
export function giveBackCost(prepared: readonly Prepared[]): bigint {
  return 2n * gasCost(pullingOf(prepared));
}

/**
 * What a rail's calls are expected to cost beside that, with the coin that they carry: its upstream
 * may take them and give the money back.
 */
export function callsCost(prepared: readonly Prepared[]): bigint {
  return gasCost(prepared) + prepared.reduce((sum, { tx }) => sum + tx.value, 0n);
}

/** The coin that a step's call carries; a deposit of coin hands over the transfer's own. */
export function carriedCoin(step: PlanStep | undefined): bigint {
  return step?.kind === 'call' ? step.value : noUnits;
}

function gasCost(prepared: readonly Prepared[]): bigint {
  return prepared.reduce((sum, { tx, nextBlockCost, simulated }) => {
    const most = nextBlockCost ?? maxGasCost(tx);
    return sum + (most * (simulated?.gas ?? tx.gasLimit)) / tx.gasLimit;
  }, 0n);
}

/** The pull and the allowance in front of it. */
export function pullingOf(prepared: readonly Prepared[]): readonly Prepared[] {
  return prepared.filter(({ purpose }) => purpose === 'pull' || purpose === 'allowance');
}

/**
 * Whether the payer can make the plan fail after the pull, when its gas and that of the refund are
 * ours: where it is made again then, or has calls, by a trade in the pool that they use, or by a
 * recipient that the upstream cannot pay; where its payout `isRefusable`, by the recipient's account.
 */
export function mayBeGivenBack(plan: Pick<Plan, 'keeps' | 'steps'>): boolean {
  return plan.keeps === 'perishable' || hasCalls(plan) || hasRefusablePayout(plan);
}

export function hasRefusablePayout({ steps }: Pick<Plan, 'steps'>): boolean {
  return steps.some((step) => step.kind === 'payout' && step.isRefusable === true);
}

/**
 * The plan with what it costs to give its money back, which counts from the accepting unit until the
 * route has ended; as it was where it `mayBeGivenBack` by nothing that the payer can do.
 */
export function withGiveBack(plan: Plan, cost: bigint): Plan {
  return mayBeGivenBack(plan) ? { ...plan, giveBackCost: asUnits(cost) } : plan;
}
