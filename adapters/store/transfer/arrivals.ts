import type { TransferWrites } from '@interline/core/transfer';
import type { Db } from '../engine/db.ts';

export function arrivalWrites(db: Db): Pick<TransferWrites, 'creditedRoute' | 'creditArrival'> {
  const creditedRoute: TransferWrites['creditedRoute'] = async (chain, hash, logIndex) => {
    const row = await db.first(
      'delivery',
      'WHERE chain = :chain AND hash = :hash AND log_index = :logIndex',
      { chain, hash, logIndex },
    );
    return row?.routeId ?? null;
  };
  return {
    creditedRoute,

    async creditArrival(chain, hash, logIndex, routeId) {
      const written = await db.insert(
        'delivery',
        { chain, hash, logIndex, routeId },
        'ON CONFLICT (chain, hash, log_index) DO NOTHING',
      );
      return written === 1 || (await creditedRoute(chain, hash, logIndex)) === routeId;
    },
  };
}
