import type { TransactionReads, TransactionWrites } from '@interline/core/transactions';
import type { Db } from '../engine/db.ts';
import { inParts, listOf } from '../engine/list-of.ts';

type Reads = Pick<TransactionReads, 'envelopesOf' | 'envelope'>;
type Writes = Pick<TransactionWrites, 'insertEnvelope' | 'setRaw'>;

export function envelopeReads(db: Db): Reads {
  return {
    async envelopesOf(effectIds) {
      const parts = await Promise.all(
        inParts(effectIds).map((ids) => {
          const list = listOf('effect', ids);
          return db.select(
            'envelope',
            `WHERE effect_id IN (${list.text}) ORDER BY committed_at_ms, hash`,
            list.values,
          );
        }),
      );
      return parts.flat();
    },

    envelope: (hash) => db.first('envelope', 'WHERE hash = :hash', { hash }),
  };
}

export function envelopeWrites(db: Db): Writes {
  return {
    async insertEnvelope(envelope) {
      await db.insert('envelope', envelope);
    },

    async setRaw(unsignedHash, { hash, raw }) {
      const written = await db.update(
        'envelope',
        { hash, raw },
        'hash = :unsignedHash AND raw IS NULL',
        { unsignedHash },
      );
      if (written !== 1) throw new Error(`no envelope ${unsignedHash} waits for its signature`);
    },
  };
}
