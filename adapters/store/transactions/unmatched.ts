import {
  StaleTransaction,
  type TransactionReads,
  type TransactionWrites,
  type UnmatchedClosing,
  type UnmatchedTransaction,
} from '@interline/core/transactions';
import type { Db } from '../engine/db.ts';
import { transactionOf, unexplained } from './tables.ts';

const ofAccount = 'chain = :chain AND account = :account';

type UnmatchedReads = Pick<
  TransactionReads,
  'unexplainedTransactions' | 'minedBefore' | 'unmatchedTransactions'
>;
type UnmatchedWrites = Pick<TransactionWrites, 'putUnmatched' | 'closeUnmatched'>;

export function unmatchedReads(db: Db): UnmatchedReads {
  return {
    async unexplainedTransactions(chain, account) {
      const rows = await db.select(
        'effect',
        `WHERE ${ofAccount} AND ${unexplained} AND slot >= 0 ORDER BY slot, id`,
        { chain, account },
      );
      return rows.map(transactionOf);
    },

    async minedBefore(chain, account, slot) {
      const row = await db.first(
        'effect',
        `WHERE ${ofAccount} AND slot < :slot AND slot >= 0 AND batch IS NULL AND state <> 'displaced' AND mined_block IS NOT NULL ORDER BY slot DESC LIMIT 1`,
        { chain, account, slot },
      );
      return row?.minedBlock ?? null;
    },

    async unmatchedTransactions() {
      const rows = await db.select('unmatched_transaction', 'ORDER BY at_ms, id');
      return rows.map((row) => ({ ...row, closed: closingOf(row) }));
    },
  };
}

/** A closing of an earlier release names no route. */
function closingOf({ closed }: Pick<UnmatchedTransaction, 'closed'>): UnmatchedClosing | null {
  return closed === null ? null : { ...closed, routeId: closed.routeId ?? null };
}

export function unmatchedWrites(db: Db): UnmatchedWrites {
  return {
    async putUnmatched(transaction) {
      const row = { ...transaction, closed: null };
      await db.insert('unmatched_transaction', row, 'ON CONFLICT (id) DO NOTHING');
    },

    async closeUnmatched(id, closed) {
      const written = await db.update(
        'unmatched_transaction',
        { closed },
        'id = :id AND closed IS NULL',
        { id },
      );
      if (written !== 1) throw new StaleTransaction(`${id} does not wait on the desk any more`);
    },
  };
}
