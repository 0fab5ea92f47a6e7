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

/** By when a row that is anchored now has its proof, where the witnesses answer. */
export const provenWithinMs = 60_000;
/** Proofs that one unit writes: what the event loop waits for. */
const writtenAtOnce = 32;
const logName = 'messages';

/**
 * Has the witnesses cosign the log of all that was anchored, and keeps the proofs of what is new in it.
 * Whatever dies on the way, the next call begins with the same leaves: the log only grows.
 */
export function proveAnchors(parts: AnchorLogParts): () => Promise<void> {
  const { store, transparencyLog, clock } = parts;
  const readLeaves = (first: number, limit: number): Promise<readonly string[]> =>
    store.reads.messages.anchorHashes(first, limit);
  let triedAtMs: number | null = null;
  /** The log whose tiles were held against its rows: a copy is put back while the service is stopped. */
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

/** The log beside the mint's, by the same keys: its leaves are SHA-256 of rows, in hex. */
export function anchorLog(
  parts: Pick<AnchorLogParts, 'store' | 'transparencyLog'>,
): Promise<OpenLog> {
  return openLogBeside(parts, logName);
}

/** The log of the next number: all rows that are anchored here are its leaves, proven before or not. */
export async function planNewAnchorLog(
  parts: Pick<AnchorLogParts, 'store' | 'transparencyLog'>,
): Promise<NewLog> {
  return planNewLog(parts, logName, await parts.store.reads.messages.provenAnchors());
}
