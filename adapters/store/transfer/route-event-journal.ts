import type { TransferReads, TransferWrites } from '@interline/core/transfer';
import type { Db } from '../engine/db.ts';

type Reads = Pick<TransferReads, 'routeEvent' | 'lastEnd'>;
type Writes = Pick<TransferWrites, 'recordEvent'>;

export function routeEventReads(db: Db): Reads {
  return {
    routeEvent: (id) => db.first('outbox', 'WHERE id = :id', { id }),
    lastEnd: (routeId) =>
      db.first(
        'outbox',
        `WHERE route_id = :routeId AND kind <> 'route.reopened' ORDER BY at_ms DESC, id DESC LIMIT 1`,
        { routeId },
      ),
  };
}

export function routeEventWrites(db: Db): Writes {
  return {
    async recordEvent(told) {
      const last = await db.first(
        'outbox',
        'WHERE route_id = :routeId ORDER BY at_ms DESC LIMIT 1',
        { routeId: told.routeId },
      );
      // Which end was the last is the store's word: the clocks of two workers differ.
      const event = { ...told, atMs: Math.max(told.atMs, (last?.atMs ?? told.atMs - 1) + 1) };
      // The id is the event: recorded twice, it is announced once.
      const written = await db.insert('outbox', event, 'ON CONFLICT (id) DO NOTHING');
      return written === 1 ? event : null;
    },
  };
}
