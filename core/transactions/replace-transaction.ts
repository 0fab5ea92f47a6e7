import type { SignedTransaction, Transaction } from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import { sendCommitted } from './commit-transactions.ts';
import type { TransactionPorts } from './ports.ts';
import { StaleTransaction, type TransactionUnit } from './repository.ts';
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
  if (
    isStoreBehind((await tx.transactions.account(transaction.chain, transaction.account))?.stopped)
  )
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

/**
 * A reserved nonce is never dropped: where its purpose is gone, a transaction that does nothing
 * takes its place. Committed before it is sent, and dearer than what was sent before, so that it
 * wins. False when it cannot be made now.
 */
export async function fillNonce(
  ports: TransactionPorts,
  transaction: Transaction,
  signal: AbortSignal,
): Promise<boolean> {
  // One that fails inside a batch harms nothing else in it.
  if (transaction.batch !== null) return true;
  const signedTransactions = await ports.store.reads.transactions.signedTransactionsOf([
    transaction.id,
  ]);
  if (signedTransactions.some(isNoop)) return true;
  const last = signedTransactions.at(-1);
  if (last === undefined) return false;
  const dearer = await ports.custody.bump(last, signal);
  const prepared = await ports.custody.prepare(
    { kind: 'noop', chain: transaction.chain, role: transaction.role },
    signal,
  );
  const noop = prepared.ok ? prepared.value[0] : undefined;
  if (noop === undefined || dearer === null) return false;
  const tx = {
    ...noop.tx,
    maxFeePerGas: dearer.maxFeePerGas,
    maxPriorityFeePerGas: dearer.maxPriorityFeePerGas,
  };
  const signedTransaction = sealReplacement(ports, transaction, last, { ...noop, tx });
  const isNew = await ports.store.run('commit-noop', (unit) =>
    insertReplacement(unit, transaction, last, signedTransaction),
  );
  if (!isNew) return false;
  await sendCommitted(ports, [{ transaction, signedTransaction }], signal);
  ports.log.info('nonce-filled', {
    routeId: transaction.routeId,
    chain: transaction.chain,
    nonce: transaction.nonce,
  });
  return true;
}

/** A transfer of nothing from the account to itself. */
export function isNoop(signedTransaction: SignedTransaction): boolean {
  return signedTransaction.tx.to === signedTransaction.account;
}
