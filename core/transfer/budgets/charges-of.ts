import { asUnits, type BudgetCharge, noUnits } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import { isRebalance, type Route } from '../route.ts';

type Policy = Pick<
  TransferPorts['policy'],
  'revertBudget' | 'clientRevertBudget' | 'payerRevertBudget'
>;

/**
 * The charges of a route: its plan's charges, and for charges against the budget of all payers also
 * the shares of its client and payer. A share is the part of the revert budget that one of them may
 * use, and at least one transfer.
 */
export function chargesOf(
  policy: Policy,
  route: Pick<Route, 'plan' | 'client' | 'order' | 'permit' | 'mode'>,
): readonly BudgetCharge[] {
  const { plan, client, permit, order } = route;
  return plan.charges.flatMap((charge) =>
    charge.isShared !== true || isRebalance(route)
      ? [charge]
      : [
          charge,
          shareOf(charge, `:${client}`, 'client', policy.clientRevertBudget, policy),
          shareOf(
            charge,
            `:payer:${permit?.owner ?? order.payer}`,
            'payer',
            policy.payerRevertBudget,
            policy,
          ),
        ],
  );
}

function shareOf(
  { budget, units, limit }: BudgetCharge,
  whose: string,
  who: 'client' | 'payer',
  ofOne: bigint,
  { revertBudget: inAll }: Policy,
): BudgetCharge {
  const part = inAll === noUnits || ofOne >= inAll ? limit : (limit * ofOne) / inAll;
  const share = asUnits(part > units ? part : units);
  return {
    budget: `${budget}${whose}`,
    units,
    limit: share,
    reason: `today's share of this ${who} in ${budget} is spent, ${share} of ${limit}; it is whole again at midnight UTC`,
  };
}
