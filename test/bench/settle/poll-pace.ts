/** Between two questions about one route, at least. */
const leastMs = 25;
/**
 * Later questions of a slow route may be this much of its age apart: what is measured is that
 * exact.
 */
const shareOfAge = 0.05;
/** What a route is expected to take for each client at once, until the first is done. */
const guessedMsAClient = 1;
/**
 * A first question that finds the route done came too late, by an unknown time, so the next ones
 * come sooner.
 */
const sooner = 0.9;
const later = 0.2;

/**
 * When a client asks: first when about half of the routes are done, then every 25 ms, or seldomer
 * where it takes seconds. Asking costs the service as much as a good part of a route, and a crowd
 * that asks in step would be all it serves.
 */
export class PollPace {
  #halfDoneMs: number;

  constructor(clients: number) {
    this.#halfDoneMs = clients * guessedMsAClient;
  }

  firstPauseMs(): number {
    return Math.max(leastMs, this.#halfDoneMs);
  }

  nextPauseMs(ageMs: number): number {
    return Math.max(leastMs, ageMs * shareOfAge);
  }

  /** How long after its acceptance, and at which question, a route was found done. */
  done(afterMs: number, polls: number): void {
    this.#halfDoneMs =
      polls === 1
        ? this.#halfDoneMs * sooner
        : this.#halfDoneMs + later * (afterMs - this.#halfDoneMs);
  }
}
