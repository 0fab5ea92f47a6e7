import type { Transaction } from '@interline/kernel';
import { gasReservationId } from '../gas.ts';
import type { TransactionWrites } from '../repository.ts';

/**
 * Must run in the caller's unit. An open transaction will never be mined, so its gas reservation is
 * released. Throws `StaleTransaction` if it was moved meanwhile.
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
