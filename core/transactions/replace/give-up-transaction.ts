import type { Transaction } from '@interline/kernel';
import { gasReservationId } from '../gas.ts';
import type { TransactionWrites } from '../repository.ts';

/**
 * Within the caller's unit: an open transaction will never be mined, so nothing is kept for its gas.
 * Throws `StaleTransaction` where it was moved meanwhile.
 */
export async function giveUpTransaction(
  tx: {
    readonly transactions: Pick<TransactionWrites, 'moveTransaction' | 'releaseReservation'>;
  },
  transaction: Transaction,
): Promise<void> {
  await tx.transactions.moveTransaction(transaction.id, transaction, { state: 'displaced' });
  await tx.transactions.releaseReservation(gasReservationId(transaction.id));
}
