import type { JournalWriter } from '@interline/ports';
import type { Db } from '../sql/db.ts';

/** How long after its end a row may still be asked for. */
const keptMs = { intent: 86_400_000, idempotent: 86_400_000 };
const budgetDaysKept = 7;
const dayMs = 86_400_000;

export function pruneWrites(db: Db): Pick<JournalWriter, 'prune'> {
  return {
    async prune(nowMs) {
      await db.run('DELETE FROM intent WHERE expires_at_ms < :before', { before: nowMs - keptMs.intent });
      await db.run('DELETE FROM idempotent WHERE at_ms < :before', { before: nowMs - keptMs.idempotent });
      await db.run('DELETE FROM budget WHERE day < :before', { before: new Date(nowMs - budgetDaysKept * dayMs).toISOString().slice(0, 10) });
    },
  };
}
