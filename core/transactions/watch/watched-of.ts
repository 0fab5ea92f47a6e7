import { carrierOf, type Transaction } from '@interline/kernel';
import type { WatchedTransaction } from '@interline/ports';
import type { TransactionReads } from '../repository.ts';

/** Each transaction with all of its signed forms, or of its multicall's. */
export async function watchedOf(
  reads: Pick<TransactionReads, 'signedTransactionsOf'>,
  transactions: readonly Transaction[],
): Promise<readonly WatchedTransaction[]> {
  if (transactions.length === 0) return [];
  const forms = await reads.signedTransactionsOf([...new Set(transactions.map(carrierOf))]);
  const byCarrier = Map.groupBy(forms, ({ transactionId }) => transactionId);
  return transactions.map((transaction) => ({
    transaction,
    forms: byCarrier.get(carrierOf(transaction)) ?? [],
  }));
}
