import type { Clock, Log, TransparencyLogPort } from '@interline/ports';
import {
  askAgainMs,
  cosignedBy,
  growLog,
  isGrownFrom,
  type NewLog,
  noteDivergence,
  openLogBeside,
  type OpenLog,
  planNewLog,
} from '../transparency/index.ts';
import type { MessageStore } from './repository.ts';

interface AnchorLogParts {
  readonly store: MessageStore;
  readonly transparencyLog: TransparencyLogPort;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** An anchored row has its proof within this time, if the witnesses answer. */
export const provenWithinMs = 60_000;
/** Proofs per unit, to limit how long the event loop is blocked. */
const writtenAtOnce = 32;
const logName = 'messages';

/**
 * Has the witnesses cosign the log of all anchored rows, and stores the proofs of new ones. After a
 * crash at any point, the next call starts with the same leaves: the log only grows.
 */
export function proveAnchors(parts: AnchorLogParts): () => Promise<void> {
  const { store, transparencyLog, clock } = parts;
  const readLeaves = (first: number, limit: number): Promise<readonly string[]> =>
    store.reads.messages.anchorHashes(first, limit);
  let triedAtMs: number | null = null;
  /**
   * The log whose tiles were compared with its rows. A backup is restored only while the service is
   * stopped, so once per process is enough.
   */
  let examined: string | null = null;
  return async () => {
    const from = await store.reads.messages.provenAnchors();
    if (!(await store.reads.messages.hasAnchor(from))) return;
    if (triedAtMs !== null && clock.now() - triedAtMs < askAgainMs) return;

    const anchors = await anchorLog(parts);
    if (examined !== anchors.path && !(await isGrownFrom(parts, anchors.path, readLeaves))) {
      triedAtMs = clock.now();
      return noteDivergence(store, anchors, clock.now());
    }
    examined = anchors.path;
    const tree = await growLog(parts, anchors.path, readLeaves);
    const watched = await cosignedBy(parts, anchors, {
      tree,
      nowMs: clock.now(),
      leavesNow: async () => (await growLog(parts, anchors.path, readLeaves)).size,
    });
    triedAtMs = watched === null ? clock.now() : null;
    if (watched === null) return;

    const { size } = tree;
    for (let at = from; at < size; at += writtenAtOnce) {
      const paths = await transparencyLog.inclusionsOf(
        tree,
        at,
        Math.min(at + writtenAtOnce, size),
      );
      await store.run('keep-anchor-proofs', ({ messages }) =>
        messages.keepProofs({ size, checkpoint: watched.checkpoint }, at, paths),
      );
    }
  };
}

/** A log beside the mint's, with the same keys. Its leaves are SHA-256 hashes of rows, in hex. */
export function anchorLog(
  parts: Pick<AnchorLogParts, 'store' | 'transparencyLog'>,
): Promise<OpenLog> {
  return openLogBeside(parts, logName);
}

/** The log with the next number. Its leaves are all rows anchored here, proven or not. */
export async function planNewAnchorLog(
  parts: Pick<AnchorLogParts, 'store' | 'transparencyLog'>,
): Promise<NewLog> {
  return planNewLog(parts, logName, await parts.store.reads.messages.provenAnchors());
}
