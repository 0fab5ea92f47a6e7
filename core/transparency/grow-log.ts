import type { LogLeaf, LogTree, TransparencyLogPort } from '@interline/ports';
import type { LogStore } from './repository.ts';

interface GrowParts {
  readonly store: LogStore;
  readonly transparencyLog: Pick<TransparencyLogPort, 'tilesWith'>;
}

/** Reads stored leaves of a log from a position on, up to a limit; fewer at the end. */
type ReadLeaves = (from: number, limit: number) => Promise<readonly LogLeaf[]>;

/** Leaves hashed per unit, to limit how long the event loop is blocked. */
const leavesAtOnce = 256;

/**
 * The tree over all leaves of the log, after updating its stored tiles. Concurrent processes store
 * the same tiles, and an interrupted run is continued. Throws `STORE_DOWN`.
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
 * Whether the stored tiles belong to the log's leaves, checked by hashing the last one again. They
 * do not in a store that was assembled from two backups.
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
