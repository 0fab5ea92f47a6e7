import { isNative, maxCostWei, RelayError } from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import { dayOf } from '../../switches/index.ts';
import {
  clientRevertBudget,
  type Lost,
  revertBudget,
  type TransactionReads,
} from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { ExecuteRequest } from './execute-route.ts';

type Ports = Pick<TransferPorts, 'clock' | 'policy'>;

/**
 * Any pull may revert at the relayer's cost, a payer's with an approval as well: what that has cost
 * today has a limit. So has what it could still cost, were every one that is under way to revert,
 * at `worstWei` each: the limit would not hold against many at once, whose reverts are charged
 * together. A payout of coin runs the recipient's code and may revert as well, so those have a day
 * of their own on the destination. Throws `BUDGET_SPENT`.
 */
export async function checkRevertBudgets(
  ports: Ports,
  reads: { readonly transactions: Pick<TransactionReads, 'spent' | 'openPulls'> },
  { quote, client }: ExecuteRequest,
  worstWei = 0n,
): Promise<void> {
  const { from, to } = quote.lane;
  // One after another: a unit has one connection.
  const left = await leftToday(ports, reads, { chain: from, client });
  const { ofClient, inAll } =
    worstWei === 0n ? { ofClient: 0, inAll: 0 } : await reads.transactions.openPulls(from, client);
  if (left.inAll <= 0n || left.ofClient <= 0n) {
    throw new RelayError(
      'BUDGET_SPENT',
      {},
      `pulls are paused on ${from} for today: too many reverted and the relayer paid their gas; try tomorrow`,
    );
  }
  if (worstWei * BigInt(inAll) >= left.inAll || worstWei * BigInt(ofClient) >= left.ofClient) {
    throw new RelayError(
      'BUDGET_SPENT',
      {},
      `as many pulls are under way on ${from} as the relayer could pay for today, were they to revert; try again when they are over`,
    );
  }
  if (!isNative(quote.to)) return;
  const there = await leftToday(ports, reads, { chain: to, client, kind: 'payout-revert' });
  if (there.inAll <= 0n || there.ofClient <= 0n) {
    const why = 'too many reverted and the relayer paid their gas; try tomorrow, or send a token';
    throw new RelayError(
      'BUDGET_SPENT',
      {},
      `payouts of coin are paused on ${to} for today: ${why}`,
    );
  }
}

/** Of a chain's budgets, in its own coin; below zero where more was lost than they allow. */
async function leftToday(
  { clock, policy }: Ports,
  reads: { readonly transactions: Pick<TransactionReads, 'spent'> },
  { chain, client, kind }: Omit<Lost, 'gasCostWei'>,
): Promise<{ readonly inAll: bigint; readonly ofClient: bigint }> {
  const day = dayOf(clock.now());
  const coins = policy.coinsPerEther?.get(chain) ?? 1n;
  const spent = await reads.transactions.spent(revertBudget(chain, kind), day);
  const spentByClient = await reads.transactions.spent(
    clientRevertBudget(chain, client, kind),
    day,
  );
  return {
    inAll: coins * policy.revertBudgetWei - spent,
    ofClient: coins * policy.clientRevertBudgetWei - spentByClient,
  };
}

/** What a pull and the allowance in front of it could cost at most, were they to revert. */
export function worstOfPull(prepared: readonly Prepared[]): bigint {
  return prepared
    .filter(({ purpose }) => purpose === 'pull' || purpose === 'allowance')
    .reduce((sum, { tx }) => sum + maxCostWei(tx), 0n);
}
