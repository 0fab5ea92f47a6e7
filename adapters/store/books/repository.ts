import type { BookReads, BookWrites, Liability } from '@interline/core/books';
import type { Book } from '@interline/kernel';
import type { Db } from '../engine/db.ts';
import type { Dialect } from '../engine/dialect.ts';
import type { SqlValues } from '../engine/statement.ts';
import { entryReads, entryWrites } from './entries.ts';
import type { LiabilityRow } from './tables.ts';

const ofBook = 'chain = :chain AND account = :account AND token = :token';

/** Blocks for which a settled reservation is kept at least. */
const reservationKeptBlocks = 256;

/**
 * A reorg can reopen a reservation as long as a transaction of its owner is watched: until it is
 * final, however deep the operator lets that be.
 */
const isWatched = `EXISTS (SELECT 1 FROM effect WHERE effect.route_id = reservation.route_id
  AND effect.is_final = :isFinal AND effect.state <> 'displaced')`;

export function bookReads(db: Db): BookReads {
  return {
    ...entryReads(db),
    async balance(book) {
      const row = await db.first('balance', `WHERE ${ofBook}`, valuesOf(book));
      return row === null ? null : { book: bookOf(row), units: row.units, block: row.block };
    },
    async liability(routeId) {
      const row = await db.first('liability', 'WHERE route_id = :routeId', { routeId });
      return row === null ? null : liabilityOf(row);
    },
    async liabilities() {
      return (await db.select('liability', 'ORDER BY since_ms, route_id')).map(liabilityOf);
    },
  };
}

export function bookWrites(db: Db, dialect: Dialect): Omit<BookWrites, keyof BookReads> {
  return {
    ...entryWrites(db, dialect),
    async recordBalance({ book, units, block }) {
      await db.insert(
        'balance',
        { ...book, units, block },
        `ON CONFLICT (chain, account, token) DO UPDATE
        SET units = excluded.units, block = excluded.block WHERE excluded.block >= balance.block`,
      );
      await db.run(
        `DELETE FROM reservation WHERE ${ofBook} AND state = 'settled' AND settled_block <= :block AND NOT ${isWatched}`,
        { ...valuesOf(book), block: block - reservationKeptBlocks, isFinal: false },
      );
    },

    async putLiability({ routeId, sinceMs, book, ...rest }) {
      const change = { ...book, ...rest };
      const before = await db.first('liability', 'WHERE route_id = :routeId', { routeId });
      if (before === null) await db.insert('liability', { routeId, sinceMs, ...change });
      else await db.update('liability', change, 'route_id = :routeId', { routeId });
      return before === null ? null : liabilityOf(before);
    },

    async clearLiability(routeId) {
      await db.run('DELETE FROM liability WHERE route_id = :routeId', { routeId });
    },
  };
}

function liabilityOf(row: LiabilityRow): Liability {
  const { chain: _chain, account: _account, token: _token, ...rest } = row;
  return { ...rest, book: bookOf(row) };
}

function bookOf({ chain, account, token }: Book): Book {
  return { chain, account, token };
}

function valuesOf({ chain, account, token }: Book): SqlValues {
  return { chain, account, token };
}
