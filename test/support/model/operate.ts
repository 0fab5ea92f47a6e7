import { releaseRoute, type TransferPorts } from '@interline/core/transfer';
import { isRelayError } from '@interline/kernel';
import { accounts } from './model-accounts.ts';
import { resumeAccount } from './resume-account.ts';

/** Lets stopped accounts run and quarantined routes go on; what was refused, in words. */
export async function operate(
  money: TransferPorts,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const said: string[] = [];
  const ordered = async (order: Promise<unknown>): Promise<void> => {
    await order.catch((error: unknown) => {
      if (!isRelayError(error)) throw error;
      said.push(error.message);
    });
  };
  const { transactions, transfers } = money.store.reads;
  for (const { chain, account, stopped } of await transactions.accounts()) {
    const role = account === accounts.float ? 'float' : 'spender';
    if (stopped !== null) await ordered(resumeAccount(money, chain, role, signal));
  }
  for (const { id } of await transfers.routesInStages(['QUARANTINED'], 1_000))
    await ordered(releaseRoute(money)(id, signal));
  return said;
}
