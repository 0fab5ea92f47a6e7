import type { PassPublicKey } from '@interline/ports';

/** A signing key's public facts. Its time is from `notBeforeMs` until `notAfterMs`. */
export interface PassKey {
  /** 1, 2, 3, without gaps. */
  readonly seq: number;
  readonly thumb: string;
  readonly publicKey: PassPublicKey;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  /**
   * From when on it signs in fact: once its head is published and has been visible for a day.
   * Null until then.
   */
  readonly signsFromMs: number | null;
  /** Its private half is gone: it signs nothing any more. */
  readonly isDestroyed: boolean;
}

/** How long a key signs: 30 days. */
export const keyLifetimeMs = 2_592_000_000;
/** How long its passes are taken after that: 365 days. */
export const acceptWindowMs = 31_536_000_000;
/** The next key is drawn three days before it signs. */
const drawnAheadMs = 259_200_000;
/** What was spent is forgotten only once no instance takes a pass of the key, whose clocks are less apart. */
const forgottenAfterMs = 86_400_000;
/** A claim that was cut off can be repeated for a week after its key's end. */
const keptForRepeatsMs = 604_800_000;

/** The only key that signs now; null for none. */
export function currentKey(keys: readonly PassKey[], nowMs: number): PassKey | null {
  return (
    keys.find((key) => !key.isDestroyed && hasSigned(key, nowMs) && nowMs < key.notAfterMs) ?? null
  );
}

/** Whether there can be passes of it. */
export function hasSigned({ notBeforeMs, signsFromMs }: PassKey, nowMs: number): boolean {
  return notBeforeMs <= nowMs && signsFromMs !== null && signsFromMs <= nowMs;
}

export function acceptedUntilMs({ notAfterMs }: PassKey): number {
  return notAfterMs + acceptWindowMs;
}

/** No pass of it is taken any more, by any clock: which of them were spent need not be known. */
export function isForgotten(key: PassKey, nowMs: number): boolean {
  return acceptedUntilMs(key) + forgottenAfterMs <= nowMs;
}

/** The private half has signed its last, and is to be destroyed. */
export function isSpentKey({ notAfterMs }: PassKey, nowMs: number): boolean {
  return notAfterMs + keptForRepeatsMs <= nowMs;
}

/**
 * Where the next key's time begins, once it is to be drawn; null before that. Windows adjoin, so that
 * the time of a rotation says nothing; only after an outage that outlasted a window is there a gap.
 */
export function nextKeyStart(keys: readonly PassKey[], nowMs: number): number | null {
  const endMs = keys.at(-1)?.notAfterMs;
  if (endMs === undefined) return nowMs;
  if (nowMs < endMs - drawnAheadMs) return null;
  return endMs + keyLifetimeMs > nowMs ? endMs : nowMs;
}
