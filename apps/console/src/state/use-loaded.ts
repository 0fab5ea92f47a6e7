import { NoAnswerError, ServiceError } from '@interline/client';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

/** What is known of something that is asked for; the last answer stays while it is asked for again. */
export interface Loaded<T> {
  readonly value: T | null;
  /** Of the value. */
  readonly atMs: number | null;
  readonly error: unknown;
  /** Since when nothing answers; null where something does. */
  readonly offlineSinceMs: number | null;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

interface State<T> {
  readonly key: string;
  readonly value: T | null;
  readonly atMs: number | null;
  readonly error: unknown;
  readonly offlineSinceMs: number | null;
}

interface LoadOptions {
  /** Asked for again after so long, while the page is looked at; never where it is left out. */
  readonly everyMs?: number;
}

/** Where nothing answers, it is asked again by itself. */
const offlineEveryMs = 4_000;

/**
 * Asks for what the key names, again when the key is another, and drops answers to what is no longer
 * asked. Null asks for nothing.
 */
export function useLoaded<T>(
  key: string | null,
  load: (signal: AbortSignal) => Promise<T>,
  { everyMs }: LoadOptions = {},
): Loaded<T> {
  const [state, setState] = useState<State<T>>(emptyState(key ?? ''));
  const [turn, setTurn] = useState(0);
  const [isLoading, setLoading] = useState(key !== null);
  const latest = useRef(load);
  latest.current = load;

  useEffect(() => {
    if (key === null) {
      setLoading(false);
      return undefined;
    }
    const gone = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = (afterMs: number | undefined): void => {
      if (afterMs === undefined || gone.signal.aborted) return;
      timer = setTimeout(() => {
        if (document.visibilityState === 'visible') void ask();
        else again(afterMs);
      }, afterMs);
    };
    const ask = async (): Promise<void> => {
      setLoading(true);
      try {
        const value = await latest.current(gone.signal);
        if (gone.signal.aborted) return;
        setState({ key, value, atMs: Date.now(), error: null, offlineSinceMs: null });
        again(everyMs);
      } catch (error) {
        if (gone.signal.aborted) return;
        const isOffline = isUnanswered(error);
        setState((before) => ({
          ...(before.key === key ? before : emptyState<T>(key)),
          error,
          offlineSinceMs: isOffline
            ? ((before.key === key ? before.offlineSinceMs : null) ?? Date.now())
            : null,
        }));
        again(isOffline ? offlineEveryMs : everyMs);
      }
      setLoading(false);
    };
    void ask();
    return () => {
      gone.abort();
      clearTimeout(timer);
    };
  }, [key, turn, everyMs]);

  const reload = useCallback(() => setTurn((count) => count + 1), []);
  const shown = state.key === key ? state : emptyState<T>(key ?? '');
  return { ...shown, isLoading, reload };
}

function emptyState<T>(key: string): State<T> {
  return { key, value: null, atMs: null, error: null, offlineSinceMs: null };
}

/** Nothing of ours answered: there is no refusal to read. A proxy's own word has no code of ours, and passes. */
export function isUnanswered(error: unknown): boolean {
  return (
    error instanceof NoAnswerError ||
    (error instanceof ServiceError &&
      error.errorCode === '' &&
      (error.status === 429 || error.status >= 500))
  );
}
