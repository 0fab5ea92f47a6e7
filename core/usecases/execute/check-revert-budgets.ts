import { maxCostWei, RelayError } from '@interline/domain';
import type { JournalReader, Prepared } from '@interline/ports';
import { dayOf } from '../money/money-policy.ts';
import type { MoneyPorts } from '../money/money-ports.ts';
import { clientRevertBudget, revertBudget } from '../money/revert-budget.ts';
import type { ExecuteRequest } from './execute-route.ts';

type Ports = Pick<MoneyPorts, 'clock' | 'policy'>;

/**
 * Any pull may revert at the relayer's cost, a payer's with an approval as well: what that has cost today has a limit. So
 * has what it could still cost, were every one that is under way to revert, at `worstWei` each: the limit would not hold
 * against many at once, whose reverts are charged together. Throws `BUDGET_SPENT`.
 */
export async function checkRevertBudgets({ clock, policy }: Ports, reader: Pick<JournalReader, 'spent' | 'openPulls'>, request: ExecuteRequest, worstWei = 0n): Promise<void> {
  const { quote: { lane: { from } }, client } = request;
  const day = dayOf(clock.now());
  const coins = policy.coinsPerEther?.get(from) ?? 1n;
  const most = coins * policy.revertBudgetWei;
  const mostOfClient = coins * policy.clientRevertBudgetWei;
  // One after another: a unit has one connection.
  const spent = await reader.spent(revertBudget(from), day);
  const spentByClient = await reader.spent(clientRevertBudget(from, client), day);
  const { ofClient, inAll } = worstWei === 0n ? { ofClient: 0, inAll: 0 } : await reader.openPulls(from, client);
  if (spent >= most || spentByClient >= mostOfClient) {
    throw new RelayError('BUDGET_SPENT', {}, `pulls are paused on ${from} for today: too many reverted and the relayer paid their gas; try tomorrow`);
  }
  if (spent + worstWei * BigInt(inAll) >= most || spentByClient + worstWei * BigInt(ofClient) >= mostOfClient) {
    throw new RelayError('BUDGET_SPENT', {}, `as many pulls are under way on ${from} as the relayer could pay for today, were they to revert; try again when they are over`);
  }
}

/** What a pull and the allowance in front of it could cost at most, were they to revert. */
export function worstOfPull(prepared: readonly Prepared[]): bigint {
  return prepared.filter(({ purpose }) => purpose === 'pull' || purpose === 'allowance').reduce((sum, { tx }) => sum + maxCostWei(tx), 0n);
}
