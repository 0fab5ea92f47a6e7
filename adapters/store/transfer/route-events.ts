import type { TransferReads, TransferWrites } from '@interline/core/transfer';
import type { Db } from '../engine/db.ts';

type EventReads = Pick<TransferReads, 'routeEvent' | 'lastEnd'>;
type EventWrites = Pick<TransferWrites, 'recordEvent'>;

export function routeEventReads(db: Db): EventReads {
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

/** Which end was the last is the store's word: the clocks of two workers differ. */
const recordLater = `INSERT INTO outbox (id, kind, route_id, src_tx, dest_tx, at_ms)
  VALUES (:id, :kind, :routeId, :srcTx, :destTx, (SELECT MAX(at_ms) FROM (
    SELECT CAST(:atMs AS BIGINT) AS at_ms
    UNION ALL SELECT at_ms + 1 FROM outbox WHERE route_id = :routeId
  ) AS times)) ON CONFLICT (id) DO NOTHING`;

export function routeEventWrites(db: Db): EventWrites {
  return {
    async recordEvent(told) {
      // The id is the event: recorded twice, it is announced once.
      const [event] = await db.returning('outbox', recordLater, { ...told });
      return event ?? null;
    },
  };
}
