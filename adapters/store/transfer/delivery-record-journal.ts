import type { TransferReads, TransferWrites } from '@interline/core/transfer';
import type { Db } from '../engine/db.ts';
import { deliveryRecordOf, deliveryRecordRow } from './delivery-record-entity.ts';

type Reads = Pick<TransferReads, 'deliveryRecords'>;
type Writes = Pick<TransferWrites, 'putDeliveryRecord' | 'clearDeliveryRecord'>;

export function deliveryRecordReads(db: Db): Reads {
  return {
    async deliveryRecords(sinceMs, limit) {
      const rows = await db.select(
        'delivery_record',
        'WHERE at_ms >= :sinceMs ORDER BY at_ms DESC, route_id LIMIT :limit',
        { sinceMs, limit },
      );
      return rows.map(deliveryRecordOf);
    },
  };
}

export function deliveryRecordWrites(db: Db): Writes {
  return {
    async putDeliveryRecord(record) {
      const { routeId, ...rest } = deliveryRecordRow(record);
      const written = await db.insert(
        'delivery_record',
        { routeId, ...rest },
        'ON CONFLICT (route_id) DO NOTHING',
      );
      if (written === 0)
        await db.update('delivery_record', rest, 'route_id = :routeId', { routeId });
    },

    async clearDeliveryRecord(routeId) {
      await db.run('DELETE FROM delivery_record WHERE route_id = :routeId', { routeId });
    },
  };
}
