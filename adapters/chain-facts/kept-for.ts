import type { Clock } from '@interline/ports';

/** More tokens and owners than clients of a deployment ask about within seconds. */
const mostKept = 1_000;

type Kept<T> = (key: string, read: () => Promise<T>) => Promise<T>;

/** All callers that ask for a key within `lifeMs` share one read; a failed read is not kept. */
export function keptFor<T>(lifeMs: number, clock: Pick<Clock, 'monotonic'>): Kept<T> {
  const entries = new Map<string, { readonly value: Promise<T>; readonly staleAtMs: number }>();
  return (key, read) => {
    const known = entries.get(key);
    if (known !== undefined && known.staleAtMs > clock.monotonic()) return known.value;
    const entry = { value: read(), staleAtMs: clock.monotonic() + lifeMs };
    entries.delete(key);
    entries.set(key, entry);
    const [oldest] = entries.keys();
    if (entries.size > mostKept && oldest !== undefined) entries.delete(oldest);
    entry.value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key);
    });
    return entry.value;
  };
}
