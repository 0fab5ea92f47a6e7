import type { BookReads, BookWrites } from '@interline/core/books';
import type { Db } from '../engine/db.ts';
import { liabilityOf, liabilityRow } from './liability-entity.ts';

type Reads = Pick<BookReads, 'liabilities'>;
type Writes = Pick<BookWrites, 'putLiability' | 'clearLiability'>;

export function liabilityReads(db: Db): Reads {
  return {
    async liabilities() {
      return (await db.select('liability', 'ORDER BY since_ms, route_id')).map(liabilityOf);
    },
  };
}

export function liabilityWrites(db: Db): Writes {
  return {
    async putLiability(liability) {
      const { routeId, sinceMs, ...rest } = liabilityRow(liability);
      const written = await db.update('liability', rest, 'route_id = :routeId', { routeId });
      if (written === 0) await db.insert('liability', { routeId, sinceMs, ...rest });
    },

    async clearLiability(routeId) {
      await db.run('DELETE FROM liability WHERE route_id = :routeId', { routeId });
    },
  };
}
