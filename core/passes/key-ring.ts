import type { PassPublicKey } from '@interline/ports';

/** Public facts of a signing key. Its period is from `notBeforeMs` to `notAfterMs`. */
export interface PassKey {
  /** 1, 2, 3, without gaps. */
  readonly seq: number;
  readonly thumb: string;
  readonly publicKey: PassPublicKey;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  /** When it really starts to sign: once its head has been public for a day. Null until then. */
  readonly signsFromMs: number | null;
  /** Its private half is destroyed, so it no longer signs. */
  readonly isDestroyed: boolean;
}

/** How long a key signs: 30 days. */
export const keyLifetimeMs = 2_592_000_000;
/** How long its passes are accepted after that: 365 days. */
export const acceptWindowMs = 31_536_000_000;
/** The next key is created three days before it signs. */
const drawnAheadMs = 259_200_000;
/**
 * Spent ids are deleted only once no instance accepts a pass of the key; the instances' clocks
 * differ by less than this.
 */
const forgottenAfterMs = 86_400_000;
/** An interrupted claim can be repeated for a week after its key's end. */
const keptForRepeatsMs = 604_800_000;

/** The current signing key; null if there is none. */
export function currentKey(keys: readonly PassKey[], nowMs: number): PassKey | null {
  return (
    keys.find((key) => !key.isDestroyed && hasSigned(key, nowMs) && nowMs < key.notAfterMs) ?? null
  );
}

/** Whether passes of it can exist. */
export function hasSigned({ notBeforeMs, signsFromMs }: PassKey, nowMs: number): boolean {
  return notBeforeMs <= nowMs && signsFromMs !== null && signsFromMs <= nowMs;
}

export function acceptedUntilMs({ notAfterMs }: PassKey): number {
  return notAfterMs + acceptWindowMs;
}

/** No instance's clock accepts a pass of it any more, so its spent ids are not needed. */
export function isForgotten(key: PassKey, nowMs: number): boolean {
  return acceptedUntilMs(key) + forgottenAfterMs <= nowMs;
}

/** The private half has made its last signature and must be destroyed. */
export function isSpentKey({ notAfterMs }: PassKey, nowMs: number): boolean {
  return notAfterMs + keptForRepeatsMs <= nowMs;
}

/**
 * Start of the next key's period, once it is due for creation; null before that. Periods adjoin, so
 * that the time of a rotation reveals nothing. There is a gap only after an outage longer than a
 * period.
 */
export function nextKeyStart(keys: readonly PassKey[], nowMs: number): number | null {
  const endMs = keys.at(-1)?.notAfterMs;
  if (endMs === undefined) return nowMs;
  if (nowMs < endMs - drawnAheadMs) return null;
  return endMs + keyLifetimeMs > nowMs ? endMs : nowMs;
}
