import { hasSigned, type PassKey } from '../key-ring.ts';
import type { MintLeaf, MintLogRecord } from '../repository.ts';

/** How long a new key is public before it signs. */
const announcedMs = 86_400_000;
/** A checkpoint is cosigned anew after this; callers take none that is older than a week. */
const freshMs = 72_000_000;
/** Witnesses that did not cosign are asked again after this; sooner where nothing else signs. */
const askAgainMs = 600_000;
const askAgainSoonMs = 2_000;

/**
 * When a key begins to sign: in its own time, and a day after the witnesses saw it, so that none can
 * be made for one caller and used at once. A late quorum is a gap in which no pass is signed, and
 * never an earlier start. The first key of a log has no one to be told from.
 */
export function signsFromMs(
  { seq, notBeforeMs }: Pick<PassKey, 'seq' | 'notBeforeMs'>,
  witnessedMs: number,
): number {
  return seq === 1 ? notBeforeMs : Math.max(notBeforeMs, witnessedMs + announcedMs);
}

/** When the last witness that was needed cosigned; null where none is. */
export function quorumMs(
  cosigned: readonly { readonly atMs: number }[],
  quorum: number,
): number | null {
  const times = cosigned.map(({ atMs }) => atMs).sort((a, b) => a - b);
  return times[quorum - 1] ?? null;
}

/**
 * What witnesses may be shown: no leaf beyond the first that waits for them. Who has seen a longer
 * log cosigns no shorter one, and each head is published with the log that ends in its own leaf.
 */
export function showableLeaves(leaves: readonly MintLeaf[]): readonly MintLeaf[] {
  const waiting = leaves.findIndex(({ published }) => published === null);
  return waiting === -1 ? leaves : leaves.slice(0, waiting + 1);
}

/** Whether the witnesses may be asked by now. */
export function mayAsk(
  { triedAtMs }: Pick<MintLogRecord, 'triedAtMs'>,
  leaves: readonly MintLeaf[],
  nowMs: number,
): boolean {
  const pauseMs = leaves.some(({ published }) => published !== null) ? askAgainMs : askAgainSoonMs;
  return triedAtMs === null || nowMs - triedAtMs >= pauseMs;
}

/** Whether the newest checkpoint needs another cosignature; never without witnesses. */
export function needsFreshCheckpoint(
  { latest }: Pick<MintLogRecord, 'latest'>,
  quorum: number,
  nowMs: number,
): boolean {
  return quorum > 0 && latest !== null && nowMs - latest.atMs >= freshMs;
}

/** The key whose head is shown: the one that signs, else the last one that did, else the next. */
export function shownKey(keys: readonly PassKey[], nowMs: number): PassKey | null {
  const published = keys.filter((key) => key.signsFromMs !== null);
  return published.findLast((key) => hasSigned(key, nowMs)) ?? published[0] ?? null;
}
