import type { LogBeginning } from '../transparency/index.ts';
import type { LaneKeys } from './lane-keys.ts';

/** One line of the log of keys. */
export interface LaneLeaf {
  readonly text: string;
  /** The keys in it; null for a line that records a new beginning of the log. */
  readonly seq: number | null;
}

/**
 * All leaves of the log under its current name: the keys in order, and the points where the log was
 * begun again. Earlier leaves come before such a point, so a client finds again what it saw there.
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

/** The type, the keys' number and period, and the digest of the document that clients get. */
function keysText({ seq, notBeforeMs, notAfterMs, digest }: LaneKeys): string {
  return `svc-lane-keys/v2 ${seq} ${notBeforeMs} ${notAfterMs} ${digest}`;
}

/**
 * The time of the operator's order and the previous log's name; all earlier leaves belonged to that
 * log.
 */
function beginningText({ after, atMs }: LogBeginning): string {
  return `svc-log-begun/v1 ${atMs} ${after}`;
}
