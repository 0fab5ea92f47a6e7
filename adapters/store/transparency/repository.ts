import type { LogReads, LogWrites } from '@interline/core/transparency';
import type { Db } from '../engine/db.ts';

const leavesInTile = 256;

export function logReads(db: Db): LogReads {
  return {
    async treeSize(log) {
      const last = 'WHERE log = :log AND level = 0 ORDER BY place DESC LIMIT 1';
      const tile = await db.first('log_tile', last, { log });
      return tile === null ? 0 : tile.place * leavesInTile + tile.width;
    },

    async tile(log, level, place) {
      const one = 'WHERE log = :log AND level = :level AND place = :place';
      return (await db.first('log_tile', one, { log, level, place }))?.hashes ?? null;
    },
  };
}

export function logWrites(db: Db): Omit<LogWrites, keyof LogReads> {
  return {
    async keepTiles(log, tiles) {
      const fuller =
        'ON CONFLICT (log, level, place) DO UPDATE SET width = excluded.width, hashes = excluded.hashes WHERE excluded.width > log_tile.width';
      for (const tile of tiles) await db.insert('log_tile', { log, ...tile }, fuller);
    },
  };
}
