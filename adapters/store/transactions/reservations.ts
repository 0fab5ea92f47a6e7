import type { Holding, TransactionReads, TransactionWrites } from '@interline/core/transactions';
import { asUnits, type Book, type Taken, type Units } from '@interline/kernel';
import type { Db } from '../engine/db.ts';
import type { SqlValues } from '../engine/statement.ts';
import { reservationOf, reservationRow } from './tables.ts';

const ofBook = 'chain = :chain AND account = :account AND token = :token';

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

    async reservationsOf(owner) {
      const rows = await db.select('reservation', 'WHERE route_id = :owner ORDER BY id', { owner });
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

function valuesOf({ chain, account, token }: Book): SqlValues {
  return { chain, account, token };
}
