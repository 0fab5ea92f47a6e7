import type { TransactionReads, TransactionWrites } from '@interline/core/transactions';
import { asUnits, type Book } from '@interline/kernel';
import type { Db } from '../engine/db.ts';
import { inParts, listOf, type SqlValues } from '../engine/statement.ts';
import { reservationOf, reservationRow } from './tables.ts';

const ofBook = 'chain = :chain AND account = :account AND token = :token';

const countedIn = `WHERE ${ofBook} AND (state = 'open'
  OR (state = 'settled' AND settled_block > COALESCE((SELECT block FROM balance WHERE ${ofBook}), -1)))`;

const sumsOf = `SELECT string_agg(units, ' ') FROM reservation WHERE ${ofBook} AND counts_from_block <= balance.block`;

/**
 * A reading at block h, with what is open and what left after h. Two searches, each served by the
 * whole index; one would visit every settled row of the book. No database adds such numbers up:
 * SQLite's integers have 64 bits.
 */
const holdingOf = `SELECT units, block,
    (${sumsOf} AND state = 'open') AS open,
    (${sumsOf} AND state = 'settled' AND settled_block > balance.block) AS gone
  FROM balance WHERE ${ofBook}`;

export function reservationReads(db: Db): Pick<TransactionReads, 'reservations' | 'holding'> {
  return {
    async reservations(book) {
      const rows = await db.select('reservation', `${countedIn} ORDER BY id`, valuesOf(book));
      return rows.map(reservationOf);
    },

    async holding(book) {
      const { rows } = await db.run(holdingOf, valuesOf(book));
      const [held] = rows;
      if (held === undefined) return null;
      const { units, block, open, gone } = held;
      return {
        reading: { book, units: asUnits(BigInt(String(units))), block: Number(block) },
        taken: asUnits(total(open) + total(gone)),
      };
    },
  };
}

type ReservationWrites = Pick<
  TransactionWrites,
  | 'insertReservation'
  | 'insertReservations'
  | 'putHold'
  | 'settleReservation'
  | 'settleReservations'
  | 'reopenReservation'
  | 'setReservation'
  | 'releaseReservation'
  | 'releaseReservations'
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

    async insertReservations(reservations) {
      await db.insertAll('reservation', reservations.map(reservationRow));
    },

    async putHold(reservation) {
      await db.insert(
        'reservation',
        reservationRow(reservation),
        `ON CONFLICT (id) DO UPDATE SET units = excluded.units,
          counts_from_block = CASE WHEN excluded.counts_from_block < reservation.counts_from_block
            THEN excluded.counts_from_block ELSE reservation.counts_from_block END`,
      );
    },

    settleReservation: (id, block) => move(id, { state: 'settled', settledBlock: block }),

    async settleReservations(ids, block) {
      if (ids.length === 0) return;
      const list = listOf('id', ids);
      const written = await db.update(
        'reservation',
        { state: 'settled', settledBlock: block },
        `id IN (${list.text})`,
        list.values,
      );
      if (written !== ids.length)
        throw new Error(`of the reservations ${ids.join(', ')} one is gone`);
    },

    reopenReservation: (id) => move(id, { state: 'open', settledBlock: null }),

    async setReservation(id, change) {
      if (Object.keys(change).length > 0) await move(id, change);
    },

    async releaseReservation(id) {
      await db.run('DELETE FROM reservation WHERE id = :id', { id });
    },

    async releaseReservations(ids) {
      for (const some of inParts(ids)) {
        const list = listOf('id', some);
        await db.run(`DELETE FROM reservation WHERE id IN (${list.text})`, list.values);
      }
    },

    async reservationsOf(owner) {
      const rows = await db.select('reservation', 'WHERE route_id = :owner ORDER BY id', { owner });
      return rows.map(reservationOf);
    },
  };
}

function total(listed: unknown): bigint {
  if (typeof listed !== 'string') return 0n;
  return listed.split(' ').reduce((sum, units) => sum + BigInt(units), 0n);
}

function valuesOf({ chain, account, token }: Book): SqlValues {
  return { chain, account, token };
}
