import type { Clock } from '@interline/ports';

/** How long an answer of a source is given out again. */
export const keptMs = 10_000;

/**
 * Reads at most once at a time and every 10 s, for all who ask. `read` never rejects: silence is an
 * answer, and kept as one.
 */
export function keptReading<T>(
  clock: Pick<Clock, 'monotonic'>,
  read: () => Promise<T>,
): () => Promise<T> {
  let latest: { readonly value: T; readonly at: number } | null = null;
  let flight: Promise<T> | null = null;
  const begin = async (): Promise<T> => {
    // From the start of the reading: what took long is old when it comes.
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
