import type { JournalReader, JournalWriter } from '@interline/ports';
import type { Db } from '../sql/db.ts';

const ofArrival = 'WHERE chain = :chain AND hash = :hash AND log_index = :logIndex';

export function deliveryReads(db: Db): Pick<JournalReader, 'isDeliveryCredited'> {
  return {
    async isDeliveryCredited(chain, hash, logIndex) {
      return await db.first('delivery', ofArrival, { chain, hash, logIndex }) !== null;
    },
  };
}

export function deliveryWrites(db: Db): Pick<JournalWriter, 'creditDelivery'> {
  return {
    async creditDelivery(chain, hash, logIndex, routeId) {
      const written = await db.insert('delivery', { chain, hash, logIndex, routeId }, 'ON CONFLICT (chain, hash, log_index) DO NOTHING');
      if (written === 1) return true;
      return (await db.first('delivery', ofArrival, { chain, hash, logIndex }))?.routeId === routeId;
    },
  };
}
