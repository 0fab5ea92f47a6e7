import { asUnits, type BudgetCharge, noUnits } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import { isRebalance, type Route } from '../route.ts';

type Policy = Pick<
  TransferPorts['policy'],
  'revertBudget' | 'clientRevertBudget' | 'payerRevertBudget'
>;

/**
 * What a route uses up of its day: its plan's charges, and of those that are there for all payers the
 * shares of its client and its payer too. A share is the part that one of them has of the budget
 * against reverts, and at least one transfer.
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
