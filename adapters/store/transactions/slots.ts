import type { TransactionReads, TransactionWrites } from '@interline/core/transactions';
import type { Db } from '../engine/db.ts';
import { inParts, listOf } from '../engine/statement.ts';

type SlotReads = Pick<TransactionReads, 'freeAtOf' | 'preparedAtOf' | 'unprovenSlots'>;
type SlotWrites = Pick<TransactionWrites, 'raiseFreeAt' | 'noteUnproven' | 'clearUnproven'>;

export function slotReads(db: Db): SlotReads {
  return {
    async freeAtOf(transactionId) {
      const row = await db.first('effect', 'WHERE id = :transactionId', { transactionId });
      return row?.freeAt ?? null;
    },

    async preparedAtOf(transactionId) {
      const row = await db.first('effect', 'WHERE id = :transactionId', { transactionId });
      return row?.preparedAt ?? null;
    },

    // What is final, or displaced, is proven: another process may have settled it.
    unprovenSlots: () =>
      db.select(
        'unproven_slot',
        `WHERE EXISTS (SELECT 1 FROM effect WHERE effect.id = unproven_slot.effect_id
        AND effect.is_final = :isFinal AND effect.state <> 'displaced') ORDER BY since_ms, effect_id`,
        { isFinal: false },
      ),
  };
}

export function slotWrites(db: Db): SlotWrites {
  return {
    async raiseFreeAt(transactionIds, block) {
      for (const ids of inParts(transactionIds)) {
        const list = listOf('effect', ids);
        await db.update(
          'effect',
          { freeAt: block },
          `id IN (${list.text}) AND state = 'open' AND (free_at IS NULL OR free_at < :block)`,
          { ...list.values, block },
        );
      }
    },

    async noteUnproven(slot) {
      await db.insert(
        'unproven_slot',
        slot,
        `ON CONFLICT (effect_id) DO UPDATE SET reason = excluded.reason, range_from = excluded.range_from,
        range_to = excluded.range_to, looked_at_ms = excluded.looked_at_ms`,
      );
    },

    async clearUnproven(transactionId) {
      await db.run('DELETE FROM unproven_slot WHERE effect_id = :transactionId', { transactionId });
    },
  };
}

/** Deletes what a process left that no longer waits for a proof. */
export async function pruneSlots(db: Db): Promise<void> {
  await db.run(
    `DELETE FROM unproven_slot WHERE NOT EXISTS (SELECT 1 FROM effect WHERE effect.id = unproven_slot.effect_id
    AND effect.is_final = :isFinal AND effect.state <> 'displaced')`,
    { isFinal: false },
  );
}
