import type { TransferWrites } from '@interline/core/transfer';
import type { Db } from '../engine/db.ts';

export function deliveryWrites(db: Db): Pick<TransferWrites, 'creditArrival'> {
  return {
    async creditArrival(chain, hash, logIndex, routeId) {
      const written = await db.insert(
        'delivery',
        { chain, hash, logIndex, routeId },
        'ON CONFLICT (chain, hash, log_index) DO NOTHING',
      );
      if (written === 1) return true;
      const row = await db.first(
        'delivery',
        'WHERE chain = :chain AND hash = :hash AND log_index = :logIndex',
        { chain, hash, logIndex },
      );
      return row?.routeId === routeId;
    },
  };
}
