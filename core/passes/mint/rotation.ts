import { hasSigned, type PassKey } from '../key-ring.ts';
import type { MintLeaf, MintLogRecord } from '../repository.ts';

/** How long a new key is public before it signs. */
const announcedMs = 86_400_000;
/** A checkpoint is cosigned again after this time; callers reject one older than a week. */
const freshMs = 72_000_000;
/** Witnesses that did not cosign are asked again after this time; sooner if no other key signs. */
const askAgainMs = 600_000;
const askAgainSoonMs = 2_000;

/**
 * When a key starts to sign: in its own period, and a day after the witnesses saw it, so that no
 * key can be created for one caller and used at once. A late quorum causes a gap without
 * signatures, never an earlier start. The first key of a log has no caller to protect.
 */
export function signsFromMs(
  { seq, notBeforeMs }: Pick<PassKey, 'seq' | 'notBeforeMs'>,
  witnessedMs: number,
): number {
  return seq === 1 ? notBeforeMs : Math.max(notBeforeMs, witnessedMs + announcedMs);
}

/** When the last required witness cosigned; null if none is required. */
export function quorumMs(
  cosigned: readonly { readonly atMs: number }[],
  quorum: number,
): number | null {
  const times = cosigned.map(({ atMs }) => atMs).sort((a, b) => a - b);
  return times[quorum - 1] ?? null;
}

/**
 * The leaves that witnesses may see: none beyond the first that waits for them. A witness that has
 * seen a longer log does not cosign a shorter one, and each head is published with the log that
 * ends in its own leaf.
 */
export function showableLeaves(leaves: readonly MintLeaf[]): readonly MintLeaf[] {
  const waiting = leaves.findIndex(({ published }) => published === null);
  return waiting === -1 ? leaves : leaves.slice(0, waiting + 1);
}

/** Whether the witnesses may be asked now. */
export function mayAsk(
  { triedAtMs }: Pick<MintLogRecord, 'triedAtMs'>,
  leaves: readonly MintLeaf[],
  nowMs: number,
): boolean {
  const pauseMs = leaves.some(({ published }) => published !== null) ? askAgainMs : askAgainSoonMs;
  return triedAtMs === null || nowMs - triedAtMs >= pauseMs;
}

/** Whether the newest checkpoint needs a fresh cosignature; never without witnesses. */
export function needsFreshCheckpoint(
  { latest }: Pick<MintLogRecord, 'latest'>,
  quorum: number,
  nowMs: number,
): boolean {
  return quorum > 0 && latest !== null && nowMs - latest.atMs >= freshMs;
}

/** The key whose head is shown: the current one, otherwise the last one, otherwise the next. */
export function shownKey(keys: readonly PassKey[], nowMs: number): PassKey | null {
  const published = keys.filter((key) => key.signsFromMs !== null);
  return published.findLast((key) => hasSigned(key, nowMs)) ?? published[0] ?? null;
}
