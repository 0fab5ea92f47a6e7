import type { TransactionPorts } from '../ports.ts';
import { type CommittedTransaction, sendCommitted } from './commit-transactions.ts';

/**
 * After the COMMIT: sends what can be sent now. A failure changes nothing about the commit, whose
 * bytes are sent again later, so it is only logged.
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
