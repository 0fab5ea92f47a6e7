import type { Route, TransferReads, TransferWrites } from '@interline/core/transfer';
import type { Db } from '../engine/db.ts';
import type { Dialect } from '../engine/dialect.ts';
import { archiveReads, archiveWrites } from './archive.ts';
import { arrivalWrites } from './arrivals.ts';
import { depositReads, depositWrites } from './deposits.ts';
import { fundingReads, fundingWrites } from './fundings.ts';
import { keptOrderReads, keptOrderWrites } from './kept-orders.ts';
import { routeEventReads, routeEventWrites } from './route-events.ts';
import { isRehearsal, routeReads, routeWrites } from './routes.ts';
import { transferRecordReads, transferRecordWrites } from './transfer-records.ts';

export function transferReads(db: Db): TransferReads {
  return {
    ...routeReads(db),
    ...archiveReads(db),
    ...keptOrderReads(db),
    ...routeEventReads(db),
    ...transferRecordReads(db),
    ...depositReads(db),
    ...fundingReads(db),
  };
}

/** `onWritten` is called with each route that the unit inserts or moves, as it is then. */
export function transferWrites(
  db: Db,
  dialect: Dialect,
  onRouteChanged: (id: string) => void,
  onWritten: (route: Route) => void,
): Omit<TransferWrites, keyof TransferReads> {
  return {
    ...routeWrites(db, dialect, onRouteChanged, onWritten),
    ...archiveWrites(db),
    ...keptOrderWrites(db),
    ...arrivalWrites(db),
    ...routeEventWrites(db),
    ...transferRecordWrites(db),
    ...depositWrites(db, onRouteChanged),
    ...fundingWrites(db),
  };
}

const dayMs = 86_400_000;
/** How long after its end a row can still be asked for. */
const keptMs = { order: dayMs, record: 90 * dayMs, rehearsal: 7 * dayMs };

/** Deletes records that can no longer be requested. A rehearsal that still has a hook stays. */
export async function pruneTransfers(db: Db, nowMs: number): Promise<void> {
  await db.run('DELETE FROM intent WHERE expires_at_ms < :before', {
    before: nowMs - keptMs.order,
  });
  await db.run('DELETE FROM delivery_record WHERE at_ms < :before', {
    before: nowMs - keptMs.record,
  });
  await pruneRehearsals(db, nowMs - keptMs.rehearsal);
}

/**
 * Deletes rehearsals that ended before that time and whose hooks are gone: any client may make them
 * for nothing.
 */
async function pruneRehearsals(db: Db, before: number): Promise<void> {
  const old = `SELECT id FROM route WHERE ${isRehearsal('id')} AND is_simulated = :isSimulated AND phase = 'ended' AND updated_at_ms < :before AND id NOT IN (SELECT route_id FROM hook)`;
  await db.run(`DELETE FROM outbox WHERE route_id IN (${old})`, { isSimulated: true, before });
  await db.run(`DELETE FROM route WHERE id IN (${old})`, { isSimulated: true, before });
}
