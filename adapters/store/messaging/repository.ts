import type { MessageReads, MessageWrites } from '@interline/core/messaging';
import type { Db } from '../engine/db.ts';

export function messageReads(db: Db): MessageReads {
  return {
    async messageRow(id) {
      return db.first('message_row', 'WHERE id = :id', { id });
    },

    async mailbox({ bucket, day, afterPlace }, limit) {
      return db.select(
        'message_row',
        'WHERE day = :day AND bucket = :bucket AND place > :afterPlace ORDER BY place LIMIT :limit',
        { day, bucket, afterPlace, limit },
      );
    },

    async coverRows(day) {
      return (await db.first('message_cover', 'WHERE day = :day', { day }))?.added ?? 0;
    },

    async anchor(id) {
      return db.first('message_anchor', 'WHERE id = :id', { id });
    },

    async anchorHashes(from, limit) {
      const some = 'WHERE place >= :from ORDER BY place LIMIT :limit';
      return (await db.select('message_anchor', some, { from, limit })).map(({ hash }) => hash);
    },

    async hasAnchor(place) {
      return (await db.first('message_anchor', 'WHERE place = :place', { place })) !== null;
    },

    async provenAnchors() {
      const last = await db.first('message_proof', 'ORDER BY place DESC LIMIT 1', {});
      return last === null ? 0 : last.place + 1;
    },

    async anchorProof(place) {
      const proof = await db.first('message_proof', 'WHERE place = :place', { place });
      if (proof === null) return null;
      const { path, size } = proof;
      const checkpoint = await db.first('message_checkpoint', 'WHERE size = :size', { size });
      return checkpoint === null ? null : { path, checkpoint: checkpoint.note };
    },
  };
}

export function messageWrites(db: Db): Omit<MessageWrites, keyof MessageReads> {
  return {
    async appendRow({ id, bucket, day, body }) {
      return placeOf(
        await db.returning(
          'message_row',
          `INSERT INTO message_row (day, bucket, place, id, body)
            SELECT :day, :bucket, coalesce(max(place), -1) + 1, :id, :body FROM message_row WHERE day = :day AND bucket = :bucket`,
          { id, bucket, day, body },
        ),
      );
    },

    async countCover(day, rows) {
      await db.run(
        `INSERT INTO message_cover (day, added) VALUES (:day, :rows)
          ON CONFLICT (day) DO UPDATE SET added = message_cover.added + excluded.added`,
        { day, rows },
      );
    },

    async anchorRow(id, hash) {
      const anchored = await db.first('message_anchor', 'WHERE id = :id', { id });
      if (anchored !== null) return anchored.place;
      return placeOf(
        await db.returning(
          'message_anchor',
          `INSERT INTO message_anchor (place, id, hash)
            SELECT coalesce(max(place), -1) + 1, :id, :hash FROM message_anchor`,
          { id, hash },
        ),
      );
    },

    async keepProofs({ size, checkpoint }, from, paths) {
      const kept = { size, note: checkpoint };
      await db.insert('message_checkpoint', kept, 'ON CONFLICT (size) DO NOTHING');
      for (const [at, path] of paths.entries()) {
        const row = { place: from + at, size, path };
        await db.insert('message_proof', row, 'ON CONFLICT (place) DO NOTHING');
      }
    },

    async pruneMessages(beforeDay) {
      await db.run('DELETE FROM message_row WHERE day < :beforeDay', { beforeDay });
      await db.run('DELETE FROM message_cover WHERE day < :beforeDay', { beforeDay });
    },
  };
}

/** A place that another process takes at the same time is a conflict: the store runs the unit again. */
function placeOf(inserted: readonly { readonly place: number }[]): number {
  const [row] = inserted;
  if (row === undefined) throw new Error('a row was not inserted');
  return row.place;
}
