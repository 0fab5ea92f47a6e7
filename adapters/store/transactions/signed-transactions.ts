import type { TransactionReads, TransactionWrites } from '@interline/core/transactions';
import type { Db } from '../engine/db.ts';
import { inParts, listOf } from '../engine/statement.ts';
import { transactionInArchive } from '../transfer/archive.ts';

type SignedReads = Pick<TransactionReads, 'signedTransactionsOf' | 'signedTransaction'>;
type SignedWrites = Pick<TransactionWrites, 'insertSignedTransaction' | 'setRaw'>;

export function signedTransactionReads(db: Db): SignedReads {
  return {
    async signedTransactionsOf(transactionIds) {
      const parts = await Promise.all(
        inParts(transactionIds).map((ids) => {
          const list = listOf('effect', ids);
          return db.select(
            'envelope',
            `WHERE effect_id IN (${list.text}) ORDER BY committed_at_ms, hash`,
            list.values,
          );
        }),
      );
      return parts.flat();
    },

    async signedTransaction(hash) {
      return (
        (await db.first('envelope', 'WHERE hash = :hash', { hash })) ??
        (await transactionInArchive(db, hash))?.signed ??
        null
      );
    },
  };
}

export function signedTransactionWrites(db: Db): SignedWrites {
  return {
    async insertSignedTransaction(signedTransaction) {
      await db.insert('envelope', signedTransaction);
    },

    async setRaw(unsignedHash, { hash, raw }) {
      const written = await db.update(
        'envelope',
        { hash, raw },
        'hash = :unsignedHash AND raw IS NULL',
        { unsignedHash },
      );
      if (written !== 1) throw new Error(`no envelope ${unsignedHash} waits for its signature`);
    },
  };
}
