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
  };
}
