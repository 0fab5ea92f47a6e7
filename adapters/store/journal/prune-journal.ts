import type { JournalWriter } from '@interline/ports';
import type { Db } from '../sql/db.ts';

/** How long after its end a row may still be asked for. */
const dayMs = 86_400_000;
const keptMs = { intent: dayMs, idempotent: dayMs, deliveryRecord: 90 * dayMs };
const budgetDaysKept = 7;

export function pruneWrites(db: Db): Pick<JournalWriter, 'prune'> {
  return {
    async prune(nowMs) {
      await db.run('DELETE FROM intent WHERE expires_at_ms < :before', { before: nowMs - keptMs.intent });
      await db.run('DELETE FROM idempotent WHERE at_ms < :before', { before: nowMs - keptMs.idempotent });
      await db.run('DELETE FROM delivery_record WHERE at_ms < :before', { before: nowMs - keptMs.deliveryRecord });
      await db.run('DELETE FROM budget WHERE day < :before', { before: new Date(nowMs - budgetDaysKept * dayMs).toISOString().slice(0, 10) });
    },
  };
}
