import type { Clock } from '@interline/plugins';

/** At most so many requests in any window of `perMs`. */
interface RequestLimit {
  readonly requests: number;
  readonly perMs: number;
}

export interface TokenTaker {
  /** The share that pays the token; null for our own work on accepted routes, which has none. */
  readonly share: string | null;
  /** Tokens that must stay in the bucket for more urgent requests. */
  readonly leaves: number;
}

interface TakenToken {
  readonly atMs: number;
  readonly share: string | null;
}

/**
 * A token comes back one whole window after it was taken, so no window of the engine's sees more
 * than its limit: a bucket that refills continuously lets twice as many through in the first
 * window.
 *
 * A share always holds fewer tokens than are left: one client alone gets half of the bucket, two
 * get a third each, n get 1/(n+1) each. So a new client finds as many tokens as any other holds.
 */
export class TokenBucket {
  readonly #limit: RequestLimit;
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** The missing tokens, oldest first. */
  #taken: readonly TakenToken[] = [];

  constructor(limit: RequestLimit, clock: Pick<Clock, 'monotonic'>) {
    this.#limit = limit;
    this.#clock = clock;
  }

  /** False where the taker must wait. */
  take(taker: TokenTaker): boolean {
    if (this.waitMs(taker) > 0) return false;
    this.#taken = [...this.#taken, { atMs: this.#clock.monotonic(), share: taker.share }];
    return true;
  }

  /** Tokens beyond those that must stay in the bucket. */
  left(leaves: number): number {
    this.#forgetReturned();
    return Math.max(0, this.#limit.requests - this.#taken.length - leaves);
  }

  /** The time until this taker can have a token; zero where it can have one now. */
  waitMs({ share, leaves }: TokenTaker): number {
    const nowMs = this.#forgetReturned();
    let left = this.#limit.requests - this.#taken.length - leaves;
    let held = share === null ? 0 : this.#taken.filter((one) => one.share === share).length;
    if (left > held) return 0;
    for (const token of this.#taken) {
      left += 1;
      if (share !== null && token.share === share) held -= 1;
      if (left > held) return token.atMs + this.#limit.perMs - nowMs;
    }
    return this.#limit.perMs;
  }

  #forgetReturned(): number {
    const nowMs = this.#clock.monotonic();
    this.#taken = this.#taken.filter(({ atMs }) => atMs + this.#limit.perMs > nowMs);
    return nowMs;
  }
}
