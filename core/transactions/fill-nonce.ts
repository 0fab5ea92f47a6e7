import type { Transaction, SignedTransaction } from '@interline/kernel';
import type { TransactionPorts } from './ports.ts';
import { sendCommitted } from './commit-transactions.ts';
import { insertReplacement, sealReplacement } from './replacement.ts';

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
