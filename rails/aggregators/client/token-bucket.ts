import type { Clock } from '@interline/plugins';

/** So many requests in any such time. */
export interface RequestLimit {
  readonly requests: number;
  readonly perMs: number;
}

export interface TokenTaker {
  /**
   * Whose share the token comes out of; null for our own work on routes under way, which has no
   * share to keep to.
   */
  readonly share: string | null;
  /** Tokens that must stay in the bucket for more urgent requests. */
  readonly leaves: number;
}

interface TakenToken {
  readonly atMs: number;
  readonly share: string | null;
}

/**
 * A token comes back one whole window after it was taken, so that no window of the upstream's sees
 * more than its limit: a bucket that is refilled drop by drop lets twice as many through in the
 * first one.
 *
 * A share holds fewer tokens than are left: one client alone gets half of the bucket, two get a
 * third each, n get 1/(n+1) each. So whatever one client asks, the next one finds as much as the
 * first one holds.
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

  /** How long until this taker can have one; zero where it can now. */
  waitMs({ share, leaves }: TokenTaker): number {
    const nowMs = this.#clock.monotonic();
    this.#taken = this.#taken.filter(({ atMs }) => atMs + this.#limit.perMs > nowMs);
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
}
