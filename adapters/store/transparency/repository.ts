import type { LogReads, LogWrites } from '@interline/core/transparency';
import type { Db } from '../engine/db.ts';

const leavesInTile = 256;

/** The keys of all logs stand with what is told of the mint's, the first one that there was. */
export function logReads(db: Db): LogReads {
  return {
    async identity() {
      const row = await db.first('mint_log', "WHERE name = 'log'", {});
      if (row === null) return null;
      const { origin, sigPub, sealed } = row;
      return { origin, sigPub, sealed };
    },

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
    async keepIdentity({ origin, sigPub, sealed }) {
      const row = {
        name: 'log' as const,
        origin,
        sigPub,
        sealed,
        refused: 0,
        triedAtMs: null,
        checkpoint: null,
        checkpointAtMs: null,
      };
      await db.insert('mint_log', row, 'ON CONFLICT (name) DO NOTHING');
    },

    async keepTiles(log, tiles) {
      const fuller =
        'ON CONFLICT (log, level, place) DO UPDATE SET width = excluded.width, hashes = excluded.hashes WHERE excluded.width > log_tile.width';
      for (const tile of tiles) await db.insert('log_tile', { log, ...tile }, fuller);
    },
  };
}
