import type { Writes } from '@interline/core';
import { pruneKeyUse } from './api-keys/repository.ts';
import type { Db } from './engine/db.ts';
import { pruneIdempotency } from './idempotency/repository.ts';
import { prunePrimitives } from './primitives/repository.ts';
import { pruneRehearsals } from './transfer/repository.ts';
import { pruneWebhooks } from './webhooks/repository.ts';

const dayMs = 86_400_000;
/** How long after its end a row can still be asked for. */
const keptMs = {
  intent: dayMs,
  transferRecord: 90 * dayMs,
  rehearsal: 7 * dayMs,
  primitive: 30 * dayMs,
};
const budgetDaysKept = 7;

export function pruneWrites(db: Db): Pick<Writes, 'prune'> {
  return {
    async prune(nowMs) {
      await db.run('DELETE FROM intent WHERE expires_at_ms < :before', {
        before: nowMs - keptMs.intent,
      });
      await pruneIdempotency(db, nowMs);
      await db.run('DELETE FROM delivery_record WHERE at_ms < :before', {
        before: nowMs - keptMs.transferRecord,
      });
      await pruneKeyUse(db, nowMs);
      await prunePrimitives(db, nowMs - keptMs.primitive);
      // Before the rehearsals: one that still has a hook stays.
      await pruneWebhooks(db, nowMs);
      await pruneRehearsals(db, nowMs - keptMs.rehearsal);
      await db.run('DELETE FROM budget WHERE day < :before', {
        before: new Date(nowMs - budgetDaysKept * dayMs).toISOString().slice(0, 10),
      });
    },
  };
}
