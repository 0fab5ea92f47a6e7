import type { TransactionReads, TransactionWrites } from '@interline/core/transactions';
import type { Db } from '../engine/db.ts';
import { inParts, listOf } from '../engine/list-of.ts';

type Reads = Pick<TransactionReads, 'signedTransactionsOf' | 'signedTransaction'>;
type Writes = Pick<TransactionWrites, 'insertSignedTransaction' | 'setRaw'>;

export function signedTransactionReads(db: Db): Reads {
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

    signedTransaction: (hash) => db.first('envelope', 'WHERE hash = :hash', { hash }),
  };
}

export function signedTransactionWrites(db: Db): Writes {
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
