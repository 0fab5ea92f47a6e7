import {
  type IdempotencyReads,
  IdempotencyTaken,
  type IdempotencyWrites,
} from '@interline/core/idempotency';
import type { Db } from '../engine/db.ts';

/** How long after it was used a key still repeats its response. */
const keptMs = 86_400_000;

export function idempotencyReads(db: Db): IdempotencyReads {
  return {
    idempotent: (key) => db.first('idempotent', 'WHERE idempotency_key = :key', { key }),
    keptAnswer: (name) => db.first('kept_answer', 'WHERE name = :name', { name }),
  };
}

export function idempotencyWrites(db: Db): Omit<IdempotencyWrites, keyof IdempotencyReads> {
  return {
    async putIdempotent(answer) {
      const written = await db.insert(
        'idempotent',
        answer,
        'ON CONFLICT (idempotency_key) DO NOTHING',
      );
      if (written === 0) throw new IdempotencyTaken('the Idempotency-Key was used before');
    },

    async takeAnswer(begun) {
      const written = await db.insert('kept_answer', begun, 'ON CONFLICT (name) DO NOTHING');
      return written === 0
        ? db.first('kept_answer', 'WHERE name = :name', { name: begun.name })
        : null;
    },

    async keepAnswer(name, answer) {
      await db.update('kept_answer', { answer }, 'name = :name', { name });
    },

    async dropAnswer(name) {
      await db.run('DELETE FROM kept_answer WHERE name = :name', { name });
    },
  };
}

export async function pruneIdempotency(db: Db, nowMs: number): Promise<void> {
  const before = nowMs - keptMs;
  await db.run('DELETE FROM idempotent WHERE at_ms < :before', { before });
  await db.run('DELETE FROM kept_answer WHERE at_ms < :before', { before });
}
