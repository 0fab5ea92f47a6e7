import {
  type IdempotencyReads,
  IdempotencyTaken,
  type IdempotencyWrites,
} from '@interline/core/idempotency';
import type { Db } from '../engine/db.ts';

type Reads = Pick<IdempotencyReads, 'idempotent'>;
type Writes = Pick<IdempotencyWrites, 'putIdempotent'>;

export function answerReads(db: Db): Reads {
  return {
    idempotent: (key) => db.first('idempotent', 'WHERE idempotency_key = :key', { key }),
  };
}

export function answerWrites(db: Db): Writes {
  return {
    async putIdempotent(answer) {
      const written = await db.insert(
        'idempotent',
        answer,
        'ON CONFLICT (idempotency_key) DO NOTHING',
      );
      if (written === 0) throw new IdempotencyTaken('the Idempotency-Key was used before');
    },
  };
}
