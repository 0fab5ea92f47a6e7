import type { Transaction, SignedTransaction } from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import type { TransactionUnit } from './repository.ts';
import type { TransactionPorts } from './ports.ts';
import { StaleTransaction } from './repository.ts';
import { isStoreBehind } from './stopped-account.ts';

/**
 * Another signed transaction for the transaction's nonce, later than `last`: which is the last one decides what is
 * outbid next, whatever the clocks of two workers say.
 */
export function sealReplacement(
  { custody, clock }: Pick<TransactionPorts, 'custody' | 'clock'>,
  transaction: Transaction,
  last: SignedTransaction,
  prepared: Prepared,
): SignedTransaction {
  return custody.seal(
    transaction.id,
    prepared,
    transaction.nonce,
    Math.max(clock.now(), last.committedAtMs + 1),
  );
}

/**
 * Within the caller's unit: stores a replacement, made to outbid `last`. False where another worker
 * stored one meanwhile (one replacement at a time), or saw the transaction settled, so that nothing is
 * left to be replaced, and while the account is stopped because the store is behind the chain.
 */
export async function insertReplacement(
  tx: TransactionUnit,
  transaction: Transaction,
  last: SignedTransaction,
  replacement: SignedTransaction,
): Promise<boolean> {
  // It could outbid what a lost part of the store has sent in this very place.
  if (isStoreBehind((await tx.transactions.lane(transaction.chain, transaction.account))?.stopped))
    return false;
  const stored = await tx.transactions.signedTransactionsOf([transaction.id]);
  if (stored.at(-1)?.hash !== last.hash || !(await isOpen(tx, transaction))) return false;
  await tx.transactions.insertSignedTransaction(replacement);
  return true;
}

/** And stays so until the unit is over. */
async function isOpen(tx: TransactionUnit, { id }: Transaction): Promise<boolean> {
  try {
    await tx.transactions.moveTransaction(id, 'open', {});
    return true;
  } catch (error) {
    if (error instanceof StaleTransaction) return false;
    throw error;
  }
}
