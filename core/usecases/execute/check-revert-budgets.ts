import { RelayError } from '@interline/domain';
import { clientRevertBudget, revertBudget } from '../advance/end-route.ts';
import { dayOf } from '../money/money-policy.ts';
import type { MoneyPorts } from '../money/money-ports.ts';
import type { ExecuteRequest } from './execute-route.ts';

/** A start without an approval may revert at the relayer's cost: what that has cost today has a limit. Throws `BUDGET_SPENT`. */
export async function checkRevertBudgets(ports: Pick<MoneyPorts, 'clock' | 'reader' | 'policy'>, request: ExecuteRequest): Promise<void> {
  const { lane } = request.quote;
  const day = dayOf(ports.clock.now());
  const [chain, client] = await Promise.all([
    ports.reader.spent(revertBudget(lane.from), day), ports.reader.spent(clientRevertBudget(lane.from, request.client), day),
  ]);
  if (chain >= ports.policy.revertBudgetWei || client >= ports.policy.clientRevertBudgetWei) {
    throw new RelayError('BUDGET_SPENT', {}, `starts without an approval are paused on ${lane.from} for today: too many reverted and the relayer paid their gas; approve Permit2 yourself, or try tomorrow`);
  }
}
