import type { Clock } from '@interline/ports';

/** How long an answer of a source is reused. */
const keptMs = 10_000;

/**
 * At most one reading at a time and one in 10 s, for all callers. `read` never rejects: a failure
 * is an answer too, and is kept like one.
 */
export function keptReading<T>(
  clock: Pick<Clock, 'monotonic'>,
  read: () => Promise<T>,
): () => Promise<T> {
  let latest: { readonly value: T; readonly at: number } | null = null;
  let flight: Promise<T> | null = null;
  const begin = async (): Promise<T> => {
    // Counted from the start of the reading, because a slow answer is already old.
    const at = clock.monotonic();
    const value = await read();
    latest = { value, at };
    return value;
  };
  return async () => {
    if (latest !== null && clock.monotonic() - latest.at < keptMs) return latest.value;
    flight ??= begin().finally(() => {
      flight = null;
    });
    return flight;
  };
}
