/** When one key of a log is in use, in epoch milliseconds. */
export interface KeyWindow {
  readonly seq: number;
  /** What the key is known by. */
  readonly key: string;
  readonly notBefore: number;
  readonly notAfter: number;
}

const dayMs = 86_400_000;

/**
 * What is wrong with the keys of a log, one a leaf; null for nothing. One key for each number, each of
 * its own, in windows of so many days that adjoin: of keys that come when their owner likes, he could
 * have one for each caller.
 */
export function wrongInWindows(windows: readonly KeyWindow[], days: number): string | null {
  const lifetimeMs = days * dayMs;
  const keys = new Set<string>();
  let previous: KeyWindow | null = null;
  for (const [at, window] of windows.entries()) {
    const { seq, key, notBefore, notAfter } = window;
    const named = `leaf ${at + 1} of the log`;
    if (seq !== at + 1) return `${named} is of key ${seq}: one key has no leaf, or two`;
    if (keys.has(key)) return `${named} is of a key that has a leaf`;
    keys.add(key);
    if (notAfter - notBefore !== lifetimeMs) return `${named} is not of ${days} days`;
    const gapMs = previous === null ? 0 : notBefore - previous.notAfter;
    // A gap is allowed only where the service was away for a whole window.
    if (gapMs !== 0 && gapMs < lifetimeMs)
      return `${named} does not begin where the one before it ends`;
    previous = window;
  }
  return null;
}
