import type {
  Log,
  LogIdentity,
  LogWitness,
  StorePort,
  TransparencyLogPort,
} from '@interline/ports';
import type { ReadSureTime } from '../sure-time/index.ts';
import {
  askAgainMs,
  cosignedBy,
  type LogUnit,
  type LogView,
  type NewLog,
  noteDivergence,
  openLogBeside,
  type OpenLog,
  planNewLog,
} from '../transparency/index.ts';
import type { LaneKeys } from './lane-keys.ts';
import { type LaneLeaf, laneLeaves } from './lane-leaves.ts';
import type { LaneCheckpoint, LaneReads, LaneUnit } from './repository.ts';

/**
 * A log of the private lane's keys, beside the mint's and with its keys, so that all callers see
 * the same keys.
 */
export interface LaneLogParts {
  readonly store: StorePort<{ readonly privateLane: LaneReads } & LogView, LaneUnit & LogUnit>;
  readonly transparencyLog: TransparencyLogPort;
  readonly sureTime: ReadSureTime;
  readonly log: Log;
}

/** The log, the same for every client. */
export interface LaneLog {
  readonly origin: string;
  /** In the format of c2sp.org/signed-note. */
  readonly logKey: string;
  readonly checkpoint: string;
  readonly leaves: readonly string[];
  readonly witnesses: readonly LogWitness[];
  readonly quorum: number;
}

const laneLogName = 'lane-keys';
const freshForMs = 86_400_000;

/** Has the witnesses cosign the log when it has new keys, and once a day. Throws `STORE_DOWN`. */
export function watchLaneKeys(
  parts: LaneLogParts,
  keysNow: () => Promise<readonly LaneKeys[]>,
): () => Promise<void> {
  const { store, sureTime } = parts;
  let triedAtMs = -Infinity;
  /**
   * A backup is restored while the service is stopped, so at start this asks what the witnesses
   * remember.
   */
  let hasAsked = false;
  return async () => {
    const [keys, kept] = await Promise.all([keysNow(), store.reads.privateLane.laneCheckpoint()]);
    const identity = await laneLogOf(parts);
    const known = checkpointOf(identity, kept);
    const leaves = textsOf(laneLeaves(keys, identity.beginnings));
    const nowMs = await sureTime();
    const isFresh = known?.size === leaves.length && nowMs - known.cosignedAtMs < freshForMs;
    if ((hasAsked && isFresh) || nowMs - triedAtMs < askAgainMs) return;
    triedAtMs = nowMs;
    hasAsked = true;
    // Its own checkpoint has leaves that the store lacks.
    if (known !== null && known.size > leaves.length) return noteDivergence(store, identity, nowMs);
    const watched = await cosignedBy(parts, identity, {
      tree: parts.transparencyLog.treeOf(leaves),
      nowMs,
      leavesNow: async () =>
        laneLeaves(await store.reads.privateLane.laneKeys(), identity.beginnings).length,
    });
    if (watched === null) return;
    const { checkpoint } = watched;
    const next: LaneCheckpoint = { size: leaves.length, checkpoint, cosignedAtMs: nowMs };
    await store.run('keep-lane-checkpoint', ({ privateLane }) =>
      privateLane.keepLaneCheckpoint(next),
    );
    triedAtMs = -Infinity;
  };
}

/**
 * The log's name implies the format of its leaves: other leaves would be another history of one
 * log.
 */
export function laneLogOf(
  parts: Pick<LaneLogParts, 'store' | 'transparencyLog'>,
): Promise<OpenLog> {
  return openLogBeside(parts, laneLogName);
}

/**
 * The log with the next number. It continues from the cosigned leaves of this log that are still
 * stored.
 */
export async function planNewLaneLog(
  parts: Pick<LaneLogParts, 'store' | 'transparencyLog'>,
): Promise<NewLog> {
  const { privateLane } = parts.store.reads;
  const [keys, kept] = await Promise.all([privateLane.laneKeys(), privateLane.laneCheckpoint()]);
  const log = await laneLogOf(parts);
  const { length } = laneLeaves(keys, log.beginnings);
  return planNewLog(parts, laneLogName, Math.min(checkpointOf(log, kept)?.size ?? 0, length));
}

/** Null if it is of a log with another name, as in a store written by an earlier version. */
export function checkpointOf(
  { origin }: Pick<LogIdentity, 'origin'>,
  kept: LaneCheckpoint | null,
): LaneCheckpoint | null {
  return kept?.checkpoint.startsWith(`${origin}\n`) === true ? kept : null;
}

/** Null before the first keys are in it. */
export async function describeLaneLog(
  parts: Pick<LaneLogParts, 'store' | 'transparencyLog'>,
  keys: readonly LaneKeys[],
  known: LaneCheckpoint | null,
): Promise<LaneLog | null> {
  if (known === null) return null;
  const { transparencyLog } = parts;
  const identity = await laneLogOf(parts);
  return {
    origin: identity.origin,
    logKey: transparencyLog.logKeyOf(identity),
    checkpoint: known.checkpoint,
    leaves: textsOf(laneLeaves(keys, identity.beginnings).slice(0, known.size)),
    witnesses: transparencyLog.witnesses,
    quorum: transparencyLog.quorum,
  };
}

/** The newest keys in it; 0 before the first are. */
export function newestIn(
  { beginnings }: Pick<OpenLog, 'beginnings'>,
  keys: readonly LaneKeys[],
  known: LaneCheckpoint | null,
): number {
  const cosigned = laneLeaves(keys, beginnings).slice(0, known?.size ?? 0);
  return cosigned.findLast(({ seq }) => seq !== null)?.seq ?? 0;
}

function textsOf(leaves: readonly LaneLeaf[]): readonly string[] {
  return leaves.map(({ text }) => text);
}
