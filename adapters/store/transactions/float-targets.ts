import type { TransactionReads, TransactionWrites } from '@interline/core/transactions';
import type { Db } from '../engine/db.ts';

export function floatTargetReads(db: Db): Pick<TransactionReads, 'floatTargets'> {
  return { floatTargets: () => db.select('float_target', 'ORDER BY chain, token') };
}

export function floatTargetWrites(
  db: Db,
): Pick<TransactionWrites, 'putFloatTarget' | 'removeFloatTarget'> {
  return {
    async putFloatTarget(target) {
      await db.insert(
        'float_target',
        target,
        `ON CONFLICT (chain, token) DO UPDATE
        SET units = excluded.units, set_by = excluded.set_by, since_ms = excluded.since_ms`,
      );
    },

    async removeFloatTarget(chain, token) {
      await db.run('DELETE FROM float_target WHERE chain = :chain AND token = :token', {
        chain,
        token,
      });
    },
  };
}
