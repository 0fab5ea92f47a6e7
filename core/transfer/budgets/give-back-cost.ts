import { asUnits, type Plan, maxGasWei } from '@interline/kernel';
import type { Prepared } from '@interline/ports';

/**
 * What the gas of a pull and of its refund is expected to cost, in wei of the source chain at the
 * price of the next block: twice the pull's, because a refund moves the same token by a plainer
 * call. What code of the payer burns beyond that is charged by itself.
 */
export function giveBackWei(prepared: readonly Prepared[]): bigint {
  const pulling = prepared.filter(({ purpose }) => purpose === 'pull' || purpose === 'allowance');
  return (
    2n *
    pulling.reduce((sum, { tx, nextBlockWei, simulated }) => {
      const wei = nextBlockWei ?? maxGasWei(tx);
      return sum + (wei * (simulated?.gas ?? tx.gasLimit)) / tx.gasLimit;
    }, 0n)
  );
}

/**
 * The plan with what it costs to give its money back, which counts from the accepting unit until
 * the plan is made again; as it was where it is not.
 */
export function withGiveBack(plan: Plan, wei: bigint): Plan {
  return plan.keeps === 'perishable' ? { ...plan, giveBackWei: asUnits(wei) } : plan;
}
