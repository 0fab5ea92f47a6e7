/** Between two questions about one route, at least. */
const leastMs = 25;
/** Later questions of a slow route may be this much of its age apart: what is measured is that exact. */
const shareOfAge = 0.05;
const weightOfNewest = 0.1;
/** What a route is expected to take for each client at once, until the first is done. */
const guessedMsAClient = 4;

/**
 * When a client asks: first when routes were done lately, then every 25 ms, or seldomer where it takes seconds.
 * Asking costs the service as much as a good part of a route, and a crowd that asks in step would be all it serves.
 */
export class PollPace {
  #usualMs: number;

  constructor(clients: number) {
    this.#usualMs = clients * guessedMsAClient;
  }

  firstPauseMs(): number {
    return Math.max(leastMs, this.#usualMs - leastMs / 2);
  }

  nextPauseMs(ageMs: number): number {
    return Math.max(leastMs, ageMs * shareOfAge);
  }

  /** Counted from the acceptance. */
  done(afterMs: number): void {
    this.#usualMs += weightOfNewest * (afterMs - this.#usualMs);
  }
}
