import { createClient, type RouteReceipt, type RouteTimeline } from '@interline/client';
import { useEffect, useState } from 'preact/hooks';
import { baseUrl } from '../../state/service.ts';
import { isUnanswered } from '../../state/use-loaded.ts';

export interface FollowedRoute {
  readonly receipt: RouteReceipt | null;
  readonly timeline: RouteTimeline | null;
  /** When the receipt was last heard of, by this machine's clock. */
  readonly heardAtMs: number | null;
  /** Why it is not followed any more; null while it is, or has ended. */
  readonly error: unknown;
  readonly offlineSinceMs: number | null;
}

const nothing: FollowedRoute = {
  receipt: null,
  timeline: null,
  heardAtMs: null,
  error: null,
  offlineSinceMs: null,
};

/** A refusal is told at once: this page asks again by itself. */
const client = createClient({ baseUrl, tries: 1 });

/** The stream tells of each stage; transactions are sent between two of them. */
const timelineEveryMs = 1_500;
const againAfterMs = 3_000;

/**
 * A route as the service knows it, for as long as it is looked at: by the event stream, and by asking again
 * where there is none. After a reload it is the same.
 */
export function useRoute(id: string): FollowedRoute & { readonly retry: () => void } {
  const [state, setState] = useState(nothing);
  const [turn, setTurn] = useState(0);

  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    let isOver = false;
    let isKnown = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const hear = (receipt: RouteReceipt): void => {
      if (signal.aborted) return;
      isKnown = true;
      isOver = receipt.status === 'DONE' || receipt.status === 'FAILED';
      setState((before) => ({
        ...before,
        receipt,
        heardAtMs: Date.now(),
        error: null,
        offlineSinceMs: null,
      }));
      void readTimes();
    };
    const readTimes = async (): Promise<void> => {
      clearTimeout(timer);
      try {
        const timeline = await client.call(
          'GET /api/route/timeline',
          { query: { id } },
          { signal },
        );
        setState((before) => ({ ...before, timeline }));
      } catch {
        // The receipt alone says how it stands.
      }
      if (!isOver && !signal.aborted) timer = setTimeout(() => void readTimes(), timelineEveryMs);
    };
    const follow = async (): Promise<void> => {
      while (!signal.aborted && !isOver) {
        // The client would wait a restart out without a word: whoever looks is to know of it.
        const lost = new AbortController();
        try {
          hear(await client.status(id, { signal }));
          if (isOver) return;
          hear(
            await client.waitForRoute(id, {
              signal: AbortSignal.any([signal, lost.signal]),
              onChange: hear,
              onWait: (error) => lost.abort(error),
            }),
          );
        } catch (error) {
          if (signal.aborted) return;
          // A route that was shown is there: whatever is in the way now passes.
          if (isKnown || isUnanswered(error))
            setState((before) => ({
              ...before,
              offlineSinceMs: before.offlineSinceMs ?? Date.now(),
            }));
          else {
            setState((before) => ({ ...before, error }));
            if (!isPassing(error)) return;
          }
          await new Promise((resolve) => setTimeout(resolve, againAfterMs));
        }
      }
    };
    void follow();
    return () => {
      gone.abort();
      clearTimeout(timer);
    };
  }, [id, turn]);

  return {
    ...state,
    retry: () => {
      setState((before) => ({ ...before, error: null }));
      setTurn((count) => count + 1);
    },
  };
}

/** What passes by itself: a limit, a restart. */
function isPassing(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'retryable' in error && error.retryable === true
  );
}
