/** Number of addresses that are watched in one batch and kept ready. */
const batch = 20;
const readyAtMost = 200;

export interface DrawnAhead {
  /** Refills the ready addresses. */
  draw(draw: () => number, signal: AbortSignal): Promise<void>;
  take(draw: () => number, signal: AbortSignal): Promise<number>;
}

/**
 * Watches addresses before a caller asks for one, because a node may take seconds to watch a new
 * address. Their indices are drawn like any others. Indices left over when the process ends are
 * never used.
 */
export function drawnAhead(
  watch: (indices: readonly number[], signal: AbortSignal) => Promise<void>,
): DrawnAhead {
  const ready: number[] = [];
  // Addresses that a node could not watch in time are tried again: it may watch them by then.
  let drawn: readonly number[] = [];
  let filling: Promise<void> | null = null;

  // All callers that wait share one filling; a caller that leaves does not end it.
  const fill = (draw: () => number): Promise<void> =>
    (filling ??= (async () => {
      if (drawn.length === 0) drawn = Array.from({ length: batch }, draw);
      await watch(drawn, never);
      ready.push(...drawn);
      drawn = [];
    })().finally(() => {
      filling = null;
    }));
  return {
    async draw(draw, signal) {
      while (ready.length <= readyAtMost - batch && !signal.aborted) await fill(draw);
    },
    async take(draw, signal) {
      for (;;) {
        signal.throwIfAborted();
        const index = ready.shift();
        if (index !== undefined) return index;
        await fill(draw);
      }
    },
  };
}

const never = new AbortController().signal;
