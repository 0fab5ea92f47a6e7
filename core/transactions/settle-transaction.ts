import { carrierOf, type Transaction, type SignedTransaction, type Hex } from '@interline/kernel';
import type { MinedReading } from '@interline/ports';
import type { TransactionUnit } from './repository.ts';
import type { TransactionPorts } from './ports.ts';
import { stopBehind } from './stopped-account.ts';
import { gasReservation, gasReservationId } from './gas.ts';

/**
 * Within the caller's unit: the transaction is in a block, its gas has left the account. Throws
 * `StaleTransaction` where a reorg has taken it since it was read.
 */
export async function settleMined(
  tx: TransactionUnit,
  transaction: Transaction,
  mined: MinedReading,
): Promise<void> {
  await tx.transactions.moveTransaction(transaction.id, transaction, {
    state: mined.isSuccess ? 'mined' : 'reverted',
    minedHash: mined.hash,
    minedBlock: mined.block,
  });
  await tx.transactions.markMined(transaction.chain, transaction.account, transaction.nonce);
  // What rides in a batch has no gas of its own.
  if (transaction.batch === null)
    await tx.transactions.settleReservation(gasReservationId(transaction.id), mined.block);
}

/**
 * Within the caller's unit: another transaction took the nonce, so ours never costs anything.
 * Proven only for the signed transactions that were watched: where another worker committed a further one
 * meanwhile, nothing is settled. What took the nonce may be a payment of ours that the store has
 * lost, so nothing is done again before an operator has looked.
 */
export async function settleDisplaced(
  ports: Pick<TransactionPorts, 'clock' | 'log'>,
  tx: TransactionUnit,
  transaction: Transaction,
  watched: readonly Hex[],
): Promise<void> {
  const signedTransactions = await tx.transactions.signedTransactionsOf([carrierOf(transaction)]);
  if (signedTransactions.some((one) => !watched.includes(one.hash))) return;
  await tx.transactions.moveTransaction(transaction.id, transaction, { state: 'displaced' });
  await tx.transactions.releaseReservation(gasReservationId(transaction.id));
  await stopBehind(
    ports,
    tx,
    transaction,
    `a transaction that the store does not know took number ${transaction.nonce} of this account`,
  );
}

/**
 * Within the caller's unit: it was found in a block after all, as the signed transaction, whose gas is
 * claimed again until its end settles that.
 */
export async function reopenDisplaced(
  tx: TransactionUnit,
  transaction: Transaction,
  signedTransaction: SignedTransaction | undefined,
): Promise<void> {
  await tx.transactions.moveTransaction(transaction.id, transaction, { state: 'open' });
  // What rides in a batch has no gas of its own.
  if (transaction.batch === null && signedTransaction !== undefined)
    await tx.transactions.insertReservation(
      gasReservation(transaction.routeId, transaction.id, signedTransaction),
    );
}
