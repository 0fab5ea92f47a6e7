import { laneClient } from '@interline/kernel';
import {
  type LeasedTick,
  mayBecome,
  type Primitive,
  type PrimitiveReads,
  type PrimitiveWrites,
  StalePrimitive,
  type TickingPrimitive,
} from '@interline/core/primitives';
import type { Db } from '../engine/db.ts';
import type { Dialect } from '../engine/dialect.ts';
import { primitiveOf, type PrimitiveRow, primitiveRow } from './tables.ts';

/**
 * A postponed record waits from the end of its lease on, so a record that is always due does not go
 * first.
 */
const couldRunSince =
  'CASE WHEN leased_until_ms > next_run_at_ms THEN leased_until_ms ELSE next_run_at_ms END';

/**
 * Any client may plan batches, and cancel what it scheduled, for free. Ended records beyond these
 * numbers are deleted early, the oldest first.
 */
const mostEndedOfClient = 1_000;
const mostEndedInAll = 100_000;

export function primitiveReads(db: Db): PrimitiveReads {
  return {
    async primitive(id) {
      const row = await db.first('primitive', 'WHERE id = :id', { id });
      return row === null ? null : primitiveOf(row);
    },

    async openPrimitives(client) {
      const { rows } = await db.run(
        'SELECT count(*) AS total, sum(CASE WHEN client = :client THEN 1 ELSE 0 END) AS own, sum(CASE WHEN client LIKE :lane THEN 1 ELSE 0 END) AS lane FROM primitive WHERE next_run_at_ms IS NOT NULL',
        // No other client's pseudonym matches this prefix: "_" matches any one letter.
        { client, lane: laneClient('%') },
      );
      const [found = {}] = rows;
      return {
        ofClient: Number(found['own'] ?? 0),
        ofLane: Number(found['lane'] ?? 0),
        inAll: Number(found['total'] ?? 0),
      };
    },
  };
}

export function primitiveWrites(db: Db, dialect: Dialect): Omit<PrimitiveWrites, 'openPrimitives'> {
  return {
    async primitive(id) {
      const row = await db.first('primitive', `WHERE id = :id ${dialect.forUpdate}`, { id });
      return row === null ? null : primitiveOf(row);
    },

    async insertPrimitive(primitive) {
      await db.insert('primitive', primitiveRow(primitive));
    },

    async movePrimitive<P extends Primitive>(primitive: P, change: Partial<P>, nowMs: number) {
      const moved = { ...primitive, ...change, version: primitive.version + 1, updatedAtMs: nowMs };
      if (!mayBecome(primitive.status, moved.status))
        throw new Error(
          `record ${primitive.kind} is ${primitive.status} and may not become ${moved.status}`,
        );
      const { id, ...row } = primitiveRow(moved);
      const written = await db.update('primitive', row, 'id = :id AND version = :version', {
        id,
        version: primitive.version,
      });
      if (written !== 1)
        throw new StalePrimitive(
          `the ${primitive.kind} is no longer at version ${primitive.version}`,
        );
      return moved;
    },

    async leaseTicks({ nowMs, leaseMs, limit }) {
      // A lease that ends more than two leases ahead was given before the clock was set back.
      const rows = await db.returning(
        'primitive',
        `UPDATE primitive SET leased_until_ms = :until, fence = fence + 1, version = version + 1, attempts = attempts + 1
        WHERE id IN (SELECT id FROM primitive WHERE next_run_at_ms <= :now AND (leased_until_ms <= :now OR leased_until_ms > :farthest)
          ORDER BY ${couldRunSince}, id LIMIT :limit ${dialect.skipLocked})`,
        { until: nowMs + leaseMs, now: nowMs, farthest: nowMs + 2 * leaseMs, limit },
      );
      return rows.map(leasedTick);
    },

    async postponeTick({ record }, untilMs) {
      await db.run(
        'UPDATE primitive SET leased_until_ms = :untilMs WHERE id = :id AND fence = :fence',
        { untilMs, id: record.id, fence: record.fence },
      );
    },
  };
}

const keptMs = 30 * 86_400_000;

/** Deletes records that ended long ago, and those beyond the numbers above. */
export async function prunePrimitives(db: Db, nowMs: number): Promise<void> {
  const before = nowMs - keptMs;
  await db.run('DELETE FROM primitive WHERE next_run_at_ms IS NULL AND updated_at_ms < :before', {
    before,
  });
  await db.run(
    `DELETE FROM primitive WHERE id IN (SELECT id FROM (
    SELECT id, row_number() OVER (PARTITION BY client ORDER BY updated_at_ms DESC, id DESC) AS of_client, row_number() OVER (ORDER BY updated_at_ms DESC, id DESC) AS in_all
    FROM primitive WHERE next_run_at_ms IS NULL) AS ended WHERE of_client > :ofClient OR in_all > :inAll)`,
    { ofClient: mostEndedOfClient, inAll: mostEndedInAll },
  );
}

function leasedTick(row: PrimitiveRow): LeasedTick {
  // CAST: only schedules and conditionals have a next run.
  return { record: primitiveOf(row) as TickingPrimitive, attempts: row.attempts };
}
