import type { Writes } from '@interline/core';
import type { Db } from './engine/db.ts';
import { prunePrimitives } from './primitives/primitive-journal.ts';
import { pruneRehearsals } from './transfer/repository.ts';
import { pruneHooks } from './webhooks/hook-journal.ts';

/** How long after its end a row may still be asked for. */
const dayMs = 86_400_000;
const keptMs = {
  intent: dayMs,
  idempotent: dayMs,
  keptAnswer: dayMs,
  transferRecord: 90 * dayMs,
  hook: 90 * dayMs,
  rehearsal: 7 * dayMs,
  primitive: 30 * dayMs,
  keyUse: dayMs + 3_600_000,
};
const budgetDaysKept = 7;

export function pruneWrites(db: Db): Pick<Writes, 'prune'> {
  return {
    async prune(nowMs) {
      await db.run('DELETE FROM intent WHERE expires_at_ms < :before', {
        before: nowMs - keptMs.intent,
      });
      await db.run('DELETE FROM idempotent WHERE at_ms < :before', {
        before: nowMs - keptMs.idempotent,
      });
      await db.run('DELETE FROM kept_answer WHERE at_ms < :before', {
        before: nowMs - keptMs.keptAnswer,
      });
      await db.run('DELETE FROM delivery_record WHERE at_ms < :before', {
        before: nowMs - keptMs.transferRecord,
      });
      await db.run('DELETE FROM key_use WHERE slot_ms < :before', {
        before: nowMs - keptMs.keyUse,
      });
      await prunePrimitives(db, nowMs - keptMs.primitive);
      await pruneHooks(db, nowMs - keptMs.hook, 'all');
      await pruneHooks(db, nowMs - keptMs.rehearsal, 'rehearsals');
      await pruneRehearsals(db, nowMs - keptMs.rehearsal);
      await db.run('DELETE FROM budget WHERE day < :before', {
        before: new Date(nowMs - budgetDaysKept * dayMs).toISOString().slice(0, 10),
      });
    },
  };
}
