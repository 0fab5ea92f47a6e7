import type { TransactionPorts } from '../ports.ts';
import { type CommittedTransaction, sendCommitted } from './commit-transactions.ts';

/**
 * Runs after the COMMIT: sends what can be sent now. A failure does not affect the commit, whose
 * bytes are resent later, so it is only logged.
 */
export async function sendOrPostpone(
  ports: TransactionPorts,
  committed: readonly CommittedTransaction[],
  signal: AbortSignal,
): Promise<void> {
  await sendCommitted(ports, committed, signal).catch(() =>
    ports.log.warn('send-postponed', { chain: committed[0]?.transaction.chain }),
  );
}
