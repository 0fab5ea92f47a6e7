import type { SealedLaneKeys } from '@interline/ports';

/** What clients seal their requests to, from `notBeforeMs` on. */
export interface LaneKeys extends Pick<SealedLaneKeys, 'document' | 'digest'> {
  /** 1, 2, 3, without gaps. */
  readonly seq: number;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

/** How long keys are handed out: a week. */
export const laneKeyLifetimeMs = 604_800_000;
/** A client that read them just before their end may use them for two days more. */
const keptForReadersMs = 172_800_000;

const keyIds = 256;
const pairs = 2;

/** The number that the first pair goes by on the wire, one byte. */
export function firstKeyIdOf(seq: number): number {
  return (seq * pairs) % keyIds;
}

/** The newest keys that a request with this number may be sealed to. */
export function keysWithId(
  all: readonly LaneKeys[],
  keyId: number,
  nowMs: number,
): LaneKeys | undefined {
  return all.findLast(
    (keys) =>
      keyId - (keyId % pairs) === firstKeyIdOf(keys.seq) &&
      keys.notBeforeMs <= nowMs &&
      nowMs < opensUntilMs(keys),
  );
}

/** Requests that are sealed to them are opened until then; after it the private halves are destroyed. */
export function opensUntilMs({ notAfterMs }: Pick<LaneKeys, 'notAfterMs'>): number {
  return notAfterMs + keptForReadersMs;
}

/** The next keys are drawn, and enter the log, a day before they are used, so that every client can see them. */
const drawnAheadMs = 86_400_000;

/**
 * Where the time of the next keys begins, once they are to be drawn; null before that. Windows adjoin,
 * which clients ask for: only after an outage that outlasted a window is there a gap.
 */
export function nextStartMs(all: readonly LaneKeys[], nowMs: number): number | null {
  const endMs = all.at(-1)?.notAfterMs;
  if (endMs === undefined) return nowMs;
  if (nowMs < endMs - drawnAheadMs) return null;
  return endMs + laneKeyLifetimeMs > nowMs ? endMs : nowMs;
}

/** Where the witnesses are late, keys are handed out a day of the two longer that their readers have. */
const lateForMs = 86_400_000;

/**
 * What requests are to be sealed to: the newest keys that are in the log. Where those are over, the
 * newest of all, which clients that look in the log refuse.
 */
export function offered(
  all: readonly LaneKeys[],
  inLog: number,
  nowMs: number,
): LaneKeys | undefined {
  const begun = all.filter(({ notBeforeMs }) => notBeforeMs <= nowMs);
  const logged = begun.findLast(({ seq }) => seq <= inLog);
  return logged !== undefined && nowMs < logged.notAfterMs + lateForMs ? logged : begun.at(-1);
}
