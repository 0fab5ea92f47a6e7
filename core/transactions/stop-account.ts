import type { TransactionPorts } from './ports.ts';
import type { Account } from './announcements.ts';
import type { TransactionUnit } from './repository.ts';
import { isStoreBehind, stopText } from './stopped-account.ts';

/**
 * Within the caller's unit: the chain has transactions of the account that the store does not know,
 * so any work that uses it may have been paid, refunded or handed over already. The account sends
 * nothing, and its owners quarantine that work, until an operator has looked.
 */
export async function stopBehind(
  { log }: Pick<TransactionPorts, 'log'>,
  tx: TransactionUnit,
  at: Account,
  reason: string,
): Promise<void> {
  const { chain, role, account } = at;
  const isKnown = isStoreBehind((await tx.transactions.lane(chain, account))?.stopped);
  if (!isKnown) await tx.transactions.stopAccount(chain, account, stopText('store-behind', reason));
  const quarantined = await tx.announce.accountBehind({ chain, role, account });
  if (isKnown && quarantined === 0) return;
  const advice = 'the store is behind the chain; see "interline operator attention"';
  log.error('account-stopped', { chain, role, reason, quarantined, advice });
}
