import type { LaneReads, LaneWrites } from '@interline/core/private-lane';
import type { Db } from '../engine/db.ts';

export function laneReads(db: Db): LaneReads {
  return {
    async laneKeys() {
      return (await db.select('lane_keys', 'ORDER BY seq')).map(({ sealed: _, ...keys }) => keys);
    },

    async sealedLaneKeys(seq) {
      return (await db.first('lane_keys', 'WHERE seq = :seq', { seq }))?.sealed ?? null;
    },

    async laneCheckpoint() {
      const row = await db.first('lane_checkpoint', 'WHERE id = 1', {});
      if (row === null) return null;
      const { id: _, ...kept } = row;
      return kept;
    },
  };
}

export function laneWrites(db: Db): Omit<LaneWrites, keyof LaneReads> {
  return {
    async insertLaneKeys(keys, sealed) {
      const conflict = 'ON CONFLICT (seq) DO NOTHING';
      return (await db.insert('lane_keys', { ...keys, sealed }, conflict)) === 1;
    },

    async destroyLaneKeys(seq) {
      await db.run('UPDATE lane_keys SET sealed = NULL WHERE seq = :seq', { seq });
    },

    async keepLaneCheckpoint(checkpoint) {
      const later =
        'ON CONFLICT (id) DO UPDATE SET size = excluded.size, checkpoint = excluded.checkpoint, cosigned_at_ms = excluded.cosigned_at_ms WHERE excluded.size >= lane_checkpoint.size';
      await db.insert('lane_checkpoint', { id: 1, ...checkpoint }, later);
    },

    async forgetLaneCheckpoint() {
      await db.run('DELETE FROM lane_checkpoint', {});
    },
  };
}
