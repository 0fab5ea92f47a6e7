import type { LogReads, LogRecord, LogWrites } from '@interline/core/transparency';
import type { Db } from '../engine/db.ts';
import type { MintLogRow } from '../passes/tables.ts';

const leavesInTile = 256;

/**
 * The keys of all logs stand with what is told of the mint's, the first one that there was: the row
 * `log`. Each other row is of one log, by its path, and has no keys of its own.
 */
export function logReads(db: Db): LogReads {
  return {
    async identity() {
      const row = await db.first('mint_log', "WHERE name = 'log'", {});
      if (row === null) return null;
      const { origin, sigPub, sealed } = row;
      return { origin, sigPub, sealed };
    },

    async logRecords() {
      return (await db.select('mint_log', "WHERE name <> 'log'")).map(recordIn);
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
        name: 'log',
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

    async beginLog({ path, origin, begun }) {
      const { after, size, atMs } = begun;
      const row = {
        ...rowOf({ path, origin }),
        checkpoint: `${after}\n${size}\n`,
        checkpointAtMs: atMs,
      };
      return (await db.insert('mint_log', row, 'ON CONFLICT (name) DO NOTHING')) === 1;
    },

    async noteDivergence({ path, origin, divergedAtMs }) {
      const row = { ...rowOf({ path, origin }), triedAtMs: divergedAtMs };
      const later = 'ON CONFLICT (name) DO UPDATE SET tried_at_ms = excluded.tried_at_ms';
      await db.insert('mint_log', row, later);
    },

    async keepTiles(log, tiles) {
      const fuller =
        'ON CONFLICT (log, level, place) DO UPDATE SET width = excluded.width, hashes = excluded.hashes WHERE excluded.width > log_tile.width';
      for (const tile of tiles) await db.insert('log_tile', { log, ...tile }, fuller);
    },
  };
}

function rowOf({ path, origin }: Pick<LogRecord, 'path' | 'origin'>): MintLogRow {
  return {
    name: path,
    origin,
    sigPub: '',
    sealed: '',
    refused: 0,
    triedAtMs: null,
    checkpoint: null,
    checkpointAtMs: null,
  };
}

/** Of the log before it the first two lines of a checkpoint are kept: its name and how many leaves. */
function recordIn({ name, origin, triedAtMs, checkpoint, checkpointAtMs }: MintLogRow): LogRecord {
  const [after = '', size = ''] = checkpoint?.split('\n') ?? [];
  const begun =
    checkpointAtMs === null ? null : { after, size: Number(size), atMs: checkpointAtMs };
  return { path: name, origin, begun, divergedAtMs: triedAtMs };
}
