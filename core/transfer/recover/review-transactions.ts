import { carrierOf, type Transaction, type SignedTransaction, unplaced } from '@interline/kernel';
import { reopenDisplaced } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';
import { keepQuarantined } from './lost-payments.ts';

/**
 * The route's transactions as the chain shows them: one that seemed displaced, and is in a block after
 * all, is open again.
 */
export async function reviewTransactions(
  ports: TransferPorts,
  route: Route,
  signal: AbortSignal,
): Promise<readonly Transaction[]> {
  const transactions = await ports.store.reads.transactions.transactionsOf(route.id);
  const signedTransactions = await ports.store.reads.transactions.signedTransactionsOf(
    transactions.map(carrierOf),
  );
  const displaced = transactions.filter(
    ({ state, nonce }) => state === 'displaced' && nonce !== unplaced,
  );
  for (const [chain, some] of Map.groupBy(displaced, (one) => one.chain)) {
    const watched = some.map((transaction) => ({
      transaction,
      hashes: ofTransaction(signedTransactions, transaction).map(({ hash }) => hash),
    }));
    const reading = await ports.custody.observe(chain, watched, signal);
    if (reading.transactions.some((one) => one.receiptOwed !== null))
      throw keepQuarantined(
        `a transaction of it is in a block of ${chain}, and no node has its receipt yet`,
      );
    const mined = reading.transactions
      .filter((one) => one.mined !== null)
      .map(({ transactionId }) => transactionId);
    for (const transaction of some.filter(({ id }) => mined.includes(id))) {
      await ports.store.run('reopen-displaced', (tx) =>
        reopenDisplaced(tx, transaction, ofTransaction(signedTransactions, transaction).at(-1)),
      );
    }
  }
  return ports.store.reads.transactions.transactionsOf(route.id);
}

function ofTransaction(
  signedTransactions: readonly SignedTransaction[],
  transaction: Transaction,
): readonly SignedTransaction[] {
  return signedTransactions.filter(({ transactionId }) => transactionId === carrierOf(transaction));
}
