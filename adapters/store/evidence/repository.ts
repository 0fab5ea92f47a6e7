import type { EvidenceReads, EvidenceWrites } from '@interline/core/evidence';
import { utcDay } from '@interline/kernel';
import type { Db } from '../engine/db.ts';
import type { SqlValue } from '../engine/statement.ts';
import { isLater, unplaced } from './tables.ts';

const dayMs = 86_400_000;
const waiting = `${unplaced} AND is_sandbox = FALSE`;

export function evidenceReads(db: Db): EvidenceReads {
  return {
    async receiptKeys() {
      const rows = await db.select('receipt_key', 'ORDER BY seq');
      return rows.map(({ sealed: _sealed, ...key }) => key);
    },

    async sealedReceiptKey(seq) {
      return (await db.first('receipt_key', 'WHERE seq = :seq', { seq }))?.sealed ?? null;
    },

    lastReceipt: (routeId) =>
      db.first('receipt', 'WHERE route_id = :routeId ORDER BY number DESC LIMIT 1', { routeId }),

    waitingReceipts: (limit) =>
      db.select('receipt', `WHERE ${waiting} ORDER BY ended_at_ms LIMIT :limit`, { limit }),

    async oldestUnlogged(size) {
      const oldest = 'ORDER BY ended_at_ms LIMIT 1';
      const [unplaced, unproven] = await Promise.all([
        db.first('receipt', `WHERE ${waiting} ${oldest}`, {}),
        db.first('receipt', 'WHERE place >= :size ORDER BY place LIMIT 1', { size }),
      ]);
      const times = [unplaced, unproven].flatMap((one) => (one === null ? [] : [one.endedAtMs]));
      return times.length === 0 ? null : Math.min(...times);
    },

    async logSize() {
      const last = await db.first('receipt_entry', 'ORDER BY place DESC LIMIT 1', {});
      return last === null ? 0 : last.place + 1;
    },

    async entries(from, limit) {
      const some = 'WHERE place >= :from ORDER BY place LIMIT :limit';
      const rows = await db.select('receipt_entry', some, { from, limit });
      return rows.map(({ kind, hash }) => ({ kind, hash }));
    },

    entryOf: (leafHash) =>
      db.first('receipt_entry', 'WHERE leaf_hash = :leafHash ORDER BY place LIMIT 1', { leafHash }),

    reserves: (epoch) => db.first('reserves', 'WHERE epoch = :epoch', { epoch }),

    lastReserves: () => db.first('reserves', 'ORDER BY epoch DESC LIMIT 1', {}),

    waitingReserves: () => db.select('reserves', `WHERE ${unplaced} ORDER BY at_ms LIMIT 16`),

    async mergeDelay(day) {
      const row = await db.first('merge_delay', 'WHERE day = :day', {
        day: Date.parse(day) / dayMs,
      });
      return row?.longestMs ?? null;
    },

    async endsTakenBack(day) {
      const beginMs = Date.parse(day);
      const { rows } = await db.run(
        `SELECT COUNT(*) AS ends FROM receipt WHERE ${isLater} AND NOT is_sandbox AND ended_at_ms >= :beginMs AND ended_at_ms < :endMs`,
        { beginMs, endMs: beginMs + dayMs },
      );
      return Number(rows[0]?.['ends']);
    },

    async report(day) {
      return (await db.first('daily_report', 'WHERE day = :day', { day }))?.report ?? null;
    },

    owedRoute: (epoch, routeId) =>
      db.first('reserves_owed', 'WHERE epoch = :epoch AND route_id = :routeId', { epoch, routeId }),

    owedRoutes: (epoch, { chain, token }) =>
      db.select(
        'reserves_owed',
        'WHERE epoch = :epoch AND chain = :chain AND token = :token ORDER BY place',
        { epoch, chain, token },
      ),

    head: (name) => db.first('receipt_head', 'WHERE name = :name', { name }),
  };
}

export function evidenceWrites(db: Db): Omit<EvidenceWrites, keyof EvidenceReads> {
  return {
    async insertReceiptKey(key, sealed) {
      await db.run('UPDATE receipt_key SET sealed = NULL WHERE seq < :seq', { seq: key.seq });
      await db.insert('receipt_key', { ...key, sealed });
    },

    async insertReceipt(receipt) {
      const row = { ...receipt, place: null };
      return (await db.insert('receipt', row, 'ON CONFLICT (route_id, number) DO NOTHING')) === 1;
    },

    async appendEntries(entries) {
      await db.insertAll('receipt_entry', entries);
    },

    async placeReceipts(placed) {
      if (placed.length === 0) return;
      const rows = placed.map(
        (_, at) =>
          `(CAST(:route${at} AS TEXT), CAST(:number${at} AS BIGINT), CAST(:place${at} AS BIGINT))`,
      );
      const values = placed.flatMap(({ routeId, number, place }, at): [string, SqlValue][] => [
        [`route${at}`, routeId],
        [`number${at}`, number],
        [`place${at}`, place],
      ]);
      const { affected } = await db.run(
        `WITH placed (route_id, number, place) AS (VALUES ${rows.join(', ')})
         UPDATE receipt SET place = placed.place FROM placed
         WHERE receipt.route_id = placed.route_id AND receipt.number = placed.number
           AND receipt.${unplaced}`,
        Object.fromEntries(values),
      );
      if (affected !== placed.length) throw new Error('a receipt of these has its place');
    },

    async insertReserves(reserves, owed) {
      await db.insert('reserves', reserves);
      for (const one of owed) await db.insert('reserves_owed', one);
    },

    async keepReport(report) {
      const row = { day: report.day, report };
      await db.insert('daily_report', row, 'ON CONFLICT (day) DO NOTHING');
    },

    async placeReserves(epoch, place) {
      const one = `epoch = :epoch AND ${unplaced}`;
      if ((await db.update('reserves', { place }, one, { epoch })) !== 1)
        throw new Error(`the reserves of ${epoch} have their place`);
    },

    async noteMergeDelays({ from, to }, atMs) {
      await db.run(
        `INSERT INTO merge_delay (day, longest_ms)
           SELECT ended_at_ms / ${dayMs}, :atMs - MIN(ended_at_ms) FROM receipt
           WHERE place >= :from AND place < :to GROUP BY ended_at_ms / ${dayMs}
         ON CONFLICT (day) DO UPDATE SET longest_ms = excluded.longest_ms
         WHERE merge_delay.longest_ms < excluded.longest_ms`,
        { from, to, atMs },
      );
    },

    async keepHead(head) {
      const newer = `ON CONFLICT (name) DO UPDATE SET path = excluded.path, size = excluded.size, note = excluded.note
        WHERE receipt_head.path <> excluded.path OR receipt_head.size <= excluded.size`;
      await db.insert('receipt_head', head, newer);
    },
  };
}

/** Kept as long as the rehearsals themselves. */
const sandboxKeptMs = 604_800_000;
const owedKeptMs = 7_776_000_000;

/** Forgets receipts of the sandbox; what a transfer was given stays for ever. */
export async function pruneEvidence(db: Db, nowMs: number): Promise<void> {
  await db.run(
    `DELETE FROM receipt WHERE ${unplaced} AND is_sandbox = TRUE AND ended_at_ms < :before`,
    {
      before: nowMs - sandboxKeptMs,
    },
  );
  // The creditors are shown while the day is fresh, and not kept with the routes for ever.
  await db.run('DELETE FROM reserves_owed WHERE epoch < :before', {
    before: utcDay(nowMs - owedKeptMs),
  });
}
