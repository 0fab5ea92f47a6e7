import type { BookReads, BookWrites, Liability } from '@interline/core/books';
import type { Holding, TransactionReads, TransactionWrites } from '@interline/core/transactions';
import { asUnits, type Book, type Taken, type Units } from '@interline/kernel';
import type { Db } from '../engine/db.ts';
import type { SqlValues } from '../engine/statement.ts';
import { reservationOf, reservationRow } from '../transactions/tables.ts';
import type { LiabilityRow } from './tables.ts';

const ofBook = 'chain = :chain AND account = :account AND token = :token';

/**
 * Blocks for which a settled reservation can still be reopened: as deep as reorgs are watched for
 * on any chain.
 */
const reservationKeptBlocks = 256;

export function bookReads(db: Db): BookReads {
  return {
    async balance(book) {
      const row = await db.first('balance', `WHERE ${ofBook}`, valuesOf(book));
      return row === null ? null : { book: bookOf(row), units: row.units, block: row.block };
    },

    async liabilities() {
      return (await db.select('liability', 'ORDER BY since_ms, route_id')).map(liabilityOf);
    },
  };
}

export function bookWrites(db: Db): Omit<BookWrites, keyof BookReads> {
  return {
    async recordBalance({ book, units, block }) {
      await db.insert(
        'balance',
        { ...book, units, block },
        `ON CONFLICT (chain, account, token) DO UPDATE
        SET units = excluded.units, block = excluded.block WHERE excluded.block >= balance.block`,
      );
      await db.run(
        `DELETE FROM reservation WHERE ${ofBook} AND state = 'settled' AND settled_block <= :block`,
        { ...valuesOf(book), block: block - reservationKeptBlocks },
      );
    },

    async putLiability({ routeId, sinceMs, book, ...rest }) {
      const change = { ...book, ...rest };
      const written = await db.update('liability', change, 'route_id = :routeId', { routeId });
      if (written === 0) await db.insert('liability', { routeId, sinceMs, ...change });
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

const countedIn = `WHERE ${ofBook} AND (state = 'open'
  OR (state = 'settled' AND settled_block > COALESCE((SELECT block FROM balance WHERE ${ofBook}), -1)))`;

const slim =
  'SELECT units, state, counts_from_block AS first, settled_block AS settled FROM reservation';

/**
 * Reads the reservations by two searches, each served by the whole index; one search would visit
 * every settled row of the book.
 */
const holdingOf = `SELECT units, 'reading' AS state, block AS first, NULL AS settled FROM balance WHERE ${ofBook}
  UNION ALL ${slim} WHERE ${ofBook} AND state = 'open'
  UNION ALL ${slim} WHERE ${ofBook} AND state = 'settled' AND settled_block > COALESCE((SELECT block FROM balance WHERE ${ofBook}), -1)`;

export function reservationReads(db: Db): Pick<TransactionReads, 'reservations' | 'holding'> {
  return {
    async reservations(book) {
      const rows = await db.select('reservation', `${countedIn} ORDER BY id`, valuesOf(book));
      return rows.map(reservationOf);
    },

    async holding(book) {
      const { rows } = await db.run(holdingOf, valuesOf(book));
      return holdingIn(book, rows);
    },
  };
}

type ReservationWrites = Pick<
  TransactionWrites,
  | 'insertReservation'
  | 'settleReservation'
  | 'reopenReservation'
  | 'setReservation'
  | 'releaseReservation'
  | 'reservationsOf'
>;

export function reservationWrites(db: Db): ReservationWrites {
  const move = async (
    id: string,
    change: Parameters<typeof db.update<'reservation'>>[1],
  ): Promise<void> => {
    const written = await db.update('reservation', change, 'id = :id', { id });
    if (written !== 1) throw new Error(`there is no reservation ${id}`);
  };
  return {
    async insertReservation(reservation) {
      await db.insert('reservation', reservationRow(reservation));
    },

    settleReservation: (id, block) => move(id, { state: 'settled', settledBlock: block }),
    reopenReservation: (id) => move(id, { state: 'open', settledBlock: null }),

    async setReservation(id, change) {
      if (Object.keys(change).length > 0) await move(id, change);
    },

    async releaseReservation(id) {
      await db.run('DELETE FROM reservation WHERE id = :id', { id });
    },

    async reservationsOf(routeId) {
      const rows = await db.select('reservation', 'WHERE route_id = :routeId ORDER BY id', {
        routeId,
      });
      return rows.map(reservationOf);
    },
  };
}

type SlimRow = Readonly<Record<string, unknown>>;

function holdingIn(book: Book, rows: readonly SlimRow[]): Holding {
  const read = rows.find((row) => row['state'] === 'reading');
  return {
    reading:
      read === undefined ? null : { book, units: unitsIn(read), block: Number(read['first']) },
    taken: rows.filter((row) => row !== read).map(takenOf),
  };
}

function takenOf(row: SlimRow): Taken {
  return {
    units: unitsIn(row),
    state: row['state'] === 'open' ? 'open' : 'settled',
    countsFromBlock: Number(row['first']),
    settledBlock: row['settled'] === null ? null : Number(row['settled']),
  };
}

function unitsIn(row: SlimRow): Units {
  return asUnits(BigInt(String(row['units'])));
}
