import type { IdempotencyReads, IdempotencyWrites } from '@interline/core/idempotency';
import type { Db } from '../engine/db.ts';

type Reads = Pick<IdempotencyReads, 'keptAnswer'>;
type Writes = Pick<IdempotencyWrites, 'takeAnswer' | 'keepAnswer' | 'dropAnswer'>;

export function keptAnswerReads(db: Db): Reads {
  return {
    keptAnswer: (name) => db.first('kept_answer', 'WHERE name = :name', { name }),
  };
}

export function keptAnswerWrites(db: Db): Writes {
  return {
    async takeAnswer(claim) {
      const written = await db.insert('kept_answer', claim, 'ON CONFLICT (name) DO NOTHING');
      return written === 0 ? keptAnswerReads(db).keptAnswer(claim.name) : null;
    },

    async keepAnswer(name, answer) {
      await db.update('kept_answer', { answer }, 'name = :name', { name });
    },

    async dropAnswer(name) {
      await db.run('DELETE FROM kept_answer WHERE name = :name', { name });
    },
  };
}
