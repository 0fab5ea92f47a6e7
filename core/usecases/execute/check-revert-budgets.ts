import { RelayError } from '@interline/domain';
import type { JournalReader } from '@interline/ports';
import { dayOf } from '../money/money-policy.ts';
import type { MoneyPorts } from '../money/money-ports.ts';
import { clientRevertBudget, revertBudget } from '../money/revert-budget.ts';
import type { ExecuteRequest } from './execute-route.ts';

type Ports = Pick<MoneyPorts, 'clock' | 'policy'>;

/**
 * A start without an approval may revert at the relayer's cost: what that has cost today has a limit. So has what it could
 * still cost, were every one that is under way to revert, at `worstWei` each: the limit would not hold against many at once,
 * whose reverts are charged together. Throws `BUDGET_SPENT`.
 */
export async function checkRevertBudgets({ clock, policy }: Ports, reader: Pick<JournalReader, 'spent' | 'openStarts'>, request: ExecuteRequest, worstWei = 0n): Promise<void> {
  const { quote: { lane: { from } }, client } = request;
  const day = dayOf(clock.now());
  // One after another: a unit has one connection.
  const spent = await reader.spent(revertBudget(from), day);
  const spentByClient = await reader.spent(clientRevertBudget(from, client), day);
  const open = worstWei === 0n ? [] : await reader.openStarts(from);
  if (spent >= policy.revertBudgetWei || spentByClient >= policy.clientRevertBudgetWei) {
    throw new RelayError('BUDGET_SPENT', {}, `starts without an approval are paused on ${from} for today: too many reverted and the relayer paid their gas; approve Permit2 yourself, or try tomorrow`);
  }
  const ofClient = open.filter((one) => one.client === client);
  if (spent + worstWei * BigInt(open.length) >= policy.revertBudgetWei || spentByClient + worstWei * BigInt(ofClient.length) >= policy.clientRevertBudgetWei) {
    throw new RelayError('BUDGET_SPENT', {}, `as many starts without an approval are under way on ${from} as the relayer could pay for today, were they to revert; approve Permit2 yourself, or try again when they are over`);
  }
}
