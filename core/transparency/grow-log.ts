import type { LogLeaf, LogTree, TransparencyLogPort } from '@interline/ports';
import type { LogStore } from './repository.ts';

interface GrowParts {
  readonly store: LogStore;
  readonly transparencyLog: Pick<TransparencyLogPort, 'tilesWith'>;
}

/** Where a log's leaves are kept: so many from that place on, fewer where it has no more. */
type ReadLeaves = (from: number, limit: number) => Promise<readonly LogLeaf[]>;

/** Leaves that one unit hashes: what the event loop waits for. */
const leavesAtOnce = 256;

/**
 * The tree of all leaves that the log has, its kept tiles brought up to them. Processes that do so
 * at once keep the same tiles, and one that dies is taken up where it stood. Throws `STORE_DOWN`.
 */
export async function growLog(
  { store, transparencyLog }: GrowParts,
  log: string,
  readLeaves: ReadLeaves,
): Promise<LogTree> {
  const { logs } = store.reads;
  const readTile: LogTree['readTile'] = (level, place) => logs.tile(log, level, place);
  let size = await logs.treeSize(log);
  let isWhole = false;
  while (!isWhole) {
    const leaves = await readLeaves(size, leavesAtOnce);
    const tiles = await transparencyLog.tilesWith({ size, readTile }, leaves);
    if (tiles.length > 0) await store.run('grow-log', (tx) => tx.logs.keepTiles(log, tiles));
    size += leaves.length;
    isWhole = leaves.length < leavesAtOnce;
  }
  return { size, readTile };
}

/**
 * Whether the kept tiles are of the leaves that the log has: their last one is hashed again. They are
 * not where a store was put together from two copies.
 */
export async function isGrownFrom(
  { store, transparencyLog }: GrowParts,
  log: string,
  readLeaves: ReadLeaves,
): Promise<boolean> {
  const { logs } = store.reads;
  const size = await logs.treeSize(log);
  if (size === 0) return true;
  const [last] = await readLeaves(size - 1, 1);
  if (last === undefined) return false;
  const readTile: LogTree['readTile'] = (level, place) => logs.tile(log, level, place);
  const [tile] = await transparencyLog.tilesWith({ size: size - 1, readTile }, [last]);
  return tile !== undefined && tile.hashes === (await logs.tile(log, 0, tile.place));
}
