import type { LogBeginning } from '../transparency/index.ts';
import type { LaneKeys } from './lane-keys.ts';

/** One line of the log of keys. */
export interface LaneLeaf {
  readonly text: string;
  /** Whose keys it has; null where it says that the log was begun anew. */
  readonly seq: number | null;
}

/**
 * The log as it is called now: all keys in their order, and between them where it was begun anew. What
 * stood in the log before it stands in front of that, so a client finds again what it saw there.
 */
export function laneLeaves(
  keys: readonly LaneKeys[],
  beginnings: readonly LogBeginning[],
): readonly LaneLeaf[] {
  const ofKeys = keys.map((one): LaneLeaf => ({ text: keysText(one), seq: one.seq }));
  const leaves: LaneLeaf[] = [];
  let taken = 0;
  for (const beginning of beginnings) {
    const upTo = Math.max(taken, taken + beginning.size - leaves.length);
    leaves.push(...ofKeys.slice(taken, upTo), { text: beginningText(beginning), seq: null });
    taken = Math.min(upTo, ofKeys.length);
  }
  return [...leaves, ...ofKeys.slice(taken)];
}

/** What it is, the keys' number and time, and the digest of the document that clients get. */
function keysText({ seq, notBeforeMs, notAfterMs, digest }: LaneKeys): string {
  return `svc-lane-keys/v2 ${seq} ${notBeforeMs} ${notAfterMs} ${digest}`;
}

/** When an operator ordered it, and which log it goes on from: all leaves in front of it were that one's. */
function beginningText({ after, atMs }: LogBeginning): string {
  return `svc-log-begun/v1 ${atMs} ${after}`;
}
