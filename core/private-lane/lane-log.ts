import type {
  Log,
  LogIdentity,
  TransparencyLogPort,
  LogWitness,
  StorePort,
} from '@interline/ports';
import type { ReadSureTime } from '../sure-time/index.ts';
import { cosignedBy, type LogUnit, type LogView, openLogBeside } from '../transparency/index.ts';
import type { LaneKeys } from './lane-keys.ts';
import type { LaneCheckpoint, LaneReads, LaneUnit } from './repository.ts';

/** A log of the keys of the lane, beside the mint's and by its keys: what one caller is shown, all are. */
export interface LaneLogParts {
  readonly store: StorePort<{ readonly privateLane: LaneReads } & LogView, LaneUnit & LogUnit>;
  readonly transparencyLog: TransparencyLogPort;
  readonly sureTime: ReadSureTime;
  readonly log: Log;
}

/** The log as everybody sees it. */
export interface LaneLog {
  readonly origin: string;
  /** As c2sp.org/signed-note has it. */
  readonly logKey: string;
  readonly checkpoint: string;
  readonly leaves: readonly string[];
  readonly witnesses: readonly LogWitness[];
  readonly quorum: number;
}

const freshForMs = 86_400_000;
const askAgainMs = 30_000;

/** Has the witnesses cosign the log where it has new keys, and once a day. Throws `STORE_DOWN`. */
export function watchLaneKeys(
  parts: LaneLogParts,
  keysNow: () => Promise<readonly LaneKeys[]>,
): () => Promise<void> {
  const { store, sureTime } = parts;
  let triedAtMs = -Infinity;
  return async () => {
    const [keys, kept] = await Promise.all([keysNow(), store.reads.privateLane.laneCheckpoint()]);
    const identity = await laneLogOf(parts);
    const known = checkpointOf(identity, kept);
    const nowMs = await sureTime();
    const isFresh = known?.size === keys.length && nowMs - known.cosignedAtMs < freshForMs;
    if (isFresh || nowMs - triedAtMs < askAgainMs) return;
    triedAtMs = nowMs;
    const leaves = keys.map(leafOf);
    const watched = await cosignedBy(parts, identity, parts.transparencyLog.treeOf(leaves));
    if (watched === null) return;
    const { checkpoint } = watched;
    const next: LaneCheckpoint = { size: leaves.length, checkpoint, cosignedAtMs: nowMs };
    await store.run('keep-lane-checkpoint', ({ privateLane }) =>
      privateLane.keepLaneCheckpoint(next),
    );
    triedAtMs = -Infinity;
  };
}

/** Its name goes with the form of its leaves: other leaves would be another history of one log. */
export function laneLogOf(
  parts: Pick<LaneLogParts, 'store' | 'transparencyLog'>,
): Promise<LogIdentity> {
  return openLogBeside(parts, 'lane-keys');
}

/** Null where it is of a log of another name, as a store that an earlier version wrote has it. */
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
    leaves: keys.slice(0, known.size).map(leafOf),
    witnesses: transparencyLog.witnesses,
    quorum: transparencyLog.quorum,
  };
}

/** One line: what it is, the keys' number and time, and the digest of the document that clients get. */
function leafOf({ seq, notBeforeMs, notAfterMs, digest }: LaneKeys): string {
  return `svc-lane-keys/v2 ${seq} ${notBeforeMs} ${notAfterMs} ${digest}`;
}
