import {
  releaseRefund,
  releaseRoute,
  RouteRunner,
  type TransferPorts,
} from '@interline/core/transfer';
import { isRelayError } from '@interline/kernel';
import { accounts } from './model-accounts.ts';
import { resumeAccount } from './resume-account.ts';

/**
 * Lets stopped accounts run, quarantined routes go on and held refunds be tried again; what was
 * refused, in words.
 */
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
  const { transactions, transfers, books } = money.store.reads;
  for (const { chain, account, stopped } of await transactions.accounts()) {
    const role = account === accounts.float ? 'float' : 'spender';
    if (stopped !== null) await ordered(resumeAccount(money, chain, role, signal));
  }
  for (const { id } of await transfers.routesInStages(['QUARANTINED'], 1_000))
    await ordered(releaseRoute(money)(id, signal));
  // The others are tried again without an order.
  const release = releaseRefund(money, new RouteRunner(money, signal));
  for (const { routeId, reason } of await books.liabilities())
    if (reason.endsWith('an operator must release it')) await ordered(release(routeId));
  return said;
}
