import type { TransferReads, TransferWrites } from '@interline/core/transfer';
import type { Db } from '../engine/db.ts';
import { transferRecordOf, transferRecordRow } from './tables.ts';

type RecordReads = Pick<TransferReads, 'transferRecords'>;
type RecordWrites = Pick<TransferWrites, 'putTransferRecord' | 'clearTransferRecord'>;

export function transferRecordReads(db: Db): RecordReads {
  return {
    async transferRecords(sinceMs, limit) {
      const rows = await db.select(
        'delivery_record',
        'WHERE at_ms >= :sinceMs ORDER BY at_ms DESC, route_id LIMIT :limit',
        { sinceMs, limit },
      );
      return rows.map(transferRecordOf);
    },
  };
}

export function transferRecordWrites(db: Db): RecordWrites {
  return {
    async putTransferRecord(record) {
      const { routeId, ...rest } = transferRecordRow(record);
      const written = await db.insert(
        'delivery_record',
        { routeId, ...rest },
        'ON CONFLICT (route_id) DO NOTHING',
      );
      if (written === 0)
        await db.update('delivery_record', rest, 'route_id = :routeId', { routeId });
    },

    async clearTransferRecord(routeId) {
      await db.run('DELETE FROM delivery_record WHERE route_id = :routeId', { routeId });
    },
  };
}
