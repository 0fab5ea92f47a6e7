import type { SealedLaneKeys } from '@interline/ports';

/** The keys to which clients seal their requests, from `notBeforeMs` on. */
export interface LaneKeys extends Pick<SealedLaneKeys, 'document' | 'digest'> {
  /** 1, 2, 3, without gaps. */
  readonly seq: number;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

/** How long keys are handed out: a week. */
export const laneKeyLifetimeMs = 604_800_000;
/** A client that read keys just before their end may use them for two days more. */
const keptForReadersMs = 172_800_000;

const keyIds = 256;
const pairs = 2;

/** The one-byte number of the first key pair on the wire. */
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

/** Requests sealed to them are opened until then. After that the private halves are destroyed. */
export function opensUntilMs({ notAfterMs }: Pick<LaneKeys, 'notAfterMs'>): number {
  return notAfterMs + keptForReadersMs;
}

/**
 * The next keys are created, and enter the log, a day before they are used, so that every client
 * can see them.
 */
const drawnAheadMs = 86_400_000;

/**
 * Start of the next keys' period, once they are due for creation; null before that. Clients rely on
 * adjoining periods. There is a gap only after an outage longer than a period.
 */
export function nextStartMs(all: readonly LaneKeys[], nowMs: number): number | null {
  const endMs = all.at(-1)?.notAfterMs;
  if (endMs === undefined) return nowMs;
  if (nowMs < endMs - drawnAheadMs) return null;
  return endMs + laneKeyLifetimeMs > nowMs ? endMs : nowMs;
}

/**
 * If the witnesses are late, keys are offered a day longer, of the two days that their readers
 * have.
 */
const lateForMs = 86_400_000;

/**
 * The keys to seal requests to: the newest ones in the log. If those have expired, the newest of
 * all, which clients that check the log refuse.
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
