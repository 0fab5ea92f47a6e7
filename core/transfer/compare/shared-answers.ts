import type { Clock } from '@interline/ports';

interface SharingTerms<T> {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly freshMs: number;
  /** Maximum number of cached answers; the oldest is dropped first. */
  readonly mostKept: number;
  /** False for an answer that holds only for its caller; other callers ask again. */
  readonly isForAll: (answer: T) => boolean;
}

interface SharedAnswer<T> {
  readonly answer: T;
  /** It was cached from an earlier call. */
  readonly isKept: boolean;
}

/** Makes at most one request at a time per key. A caller that aborts only stops waiting. */
type ShareAnswer<T> = (
  key: string,
  ask: () => Promise<T>,
  signal: AbortSignal,
) => Promise<SharedAnswer<T>>;

/** Caches answers while they are fresh. Errors are not cached. */
export function sharedAnswers<T>({
  clock,
  freshMs,
  mostKept,
  isForAll,
}: SharingTerms<T>): ShareAnswer<T> {
  const kept = new Map<string, { readonly answer: T; readonly atMs: number }>();
  const flights = new Map<string, Promise<T>>();

  const keep = (key: string, answer: T): void => {
    const atMs = clock.monotonic();
    kept.delete(key);
    // The map keeps insertion order, so stale and oldest answers come first.
    for (const [other, { atMs: since }] of kept) {
      if (kept.size < mostKept && atMs - since < freshMs) break;
      kept.delete(other);
    }
    kept.set(key, { answer, atMs });
  };

  const begin = (key: string, ask: () => Promise<T>): Promise<T> => {
    const flight = Promise.resolve()
      .then(ask)
      .then((answer) => {
        if (isForAll(answer)) keep(key, answer);
        return answer;
      })
      .finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  };

  const share: ShareAnswer<T> = async (key, ask, signal) => {
    const found = kept.get(key);
    if (found !== undefined && clock.monotonic() - found.atMs < freshMs)
      return { answer: found.answer, isKept: true };
    const joined = flights.get(key);
    const answer = await whileWanted(joined ?? begin(key, ask), signal);
    return joined === undefined || isForAll(answer)
      ? { answer, isKept: false }
      : share(key, ask, signal);
  };
  return share;
}

/** Resolves to the answer; rejects with the signal's reason when it aborts. */
async function whileWanted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: left, reject } = Promise.withResolvers<never>();
  const leave = (): void => reject(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([answer, left]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
