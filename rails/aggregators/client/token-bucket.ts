import type { Clock } from '@interline/plugins';

/** So many requests in any such time. */
export interface RequestLimit {
  readonly requests: number;
  readonly perMs: number;
}

/**
 * A token comes back one whole window after it was taken, so that no window of the upstream's sees more than its limit:
 * a bucket that is refilled drop by drop lets twice as many through in the first one.
 */
export class TokenBucket {
  readonly #limit: RequestLimit;
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** When each missing token was taken, oldest first. */
  #takenAtMs: readonly number[] = [];

  constructor(limit: RequestLimit, clock: Pick<Clock, 'monotonic'>) {
    this.#limit = limit;
    this.#clock = clock;
  }

  /** Takes one where more than `leaving` are there; false where not. */
  take(leaving = 0): boolean {
    if (this.waitMs(leaving) > 0) return false;
    this.#takenAtMs = [...this.#takenAtMs, this.#clock.monotonic()];
    return true;
  }

  /** How long until one can be taken; zero where it can be now. */
  waitMs(leaving = 0): number {
    const nowMs = this.#clock.monotonic();
    this.#takenAtMs = this.#takenAtMs.filter((atMs) => atMs + this.#limit.perMs > nowMs);
    const mustComeBack = this.#takenAtMs.length + leaving + 1 - this.#limit.requests;
    if (mustComeBack <= 0) return 0;
    const last = this.#takenAtMs[mustComeBack - 1];
    return last === undefined ? this.#limit.perMs : last + this.#limit.perMs - nowMs;
  }
}
