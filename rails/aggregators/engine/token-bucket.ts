import type { Clock } from '@interline/plugins';

/** At most so many requests in any window of `perMs`. */
interface RequestLimit {
  readonly requests: number;
  readonly perMs: number;
}

export interface TokenTaker {
  /** The shares that each pay for the token; none for our own work on accepted routes. */
  readonly shares: readonly string[];
  /** Tokens that must stay in the bucket for more urgent requests. */
  readonly leaves: number;
}

interface TakenToken {
  readonly atMs: number;
  readonly shares: readonly string[];
}

/**
 * A token returns one full window after it was taken, so no window of the engine's sees more than
 * its limit. A continuously refilling bucket would let twice as many through in the first window.
 *
 * A share always holds fewer tokens than are left: one client alone gets half of the bucket, two
 * get a third each, n get 1/(n+1) each. So a new client finds as many tokens as any other holds. A
 * caller with several shares, a key's and an address's, is limited by the fullest of them.
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

  /** False if the caller must wait. */
  take(taker: TokenTaker): boolean {
    if (this.waitMs(taker) > 0) return false;
    this.#taken = [...this.#taken, { atMs: this.#clock.monotonic(), shares: taker.shares }];
    return true;
  }

  /** Tokens beyond those that must stay in the bucket. */
  left(leaves: number): number {
    this.#forgetReturned();
    return Math.max(0, this.#limit.requests - this.#taken.length - leaves);
  }

  /** How long this caller must wait for a token; zero if one is free now. */
  waitMs({ shares, leaves }: TokenTaker): number {
    const nowMs = this.#forgetReturned();
    let left = this.#limit.requests - this.#taken.length - leaves;
    const held = shares.map(
      (share) => this.#taken.filter((token) => token.shares.includes(share)).length,
    );
    if (left > Math.max(0, ...held)) return 0;
    for (const token of this.#taken) {
      left += 1;
      shares.forEach((share, at) => {
        if (token.shares.includes(share)) held[at] = (held[at] ?? 0) - 1;
      });
      if (left > Math.max(0, ...held)) return token.atMs + this.#limit.perMs - nowMs;
    }
    return this.#limit.perMs;
  }

  #forgetReturned(): number {
    const nowMs = this.#clock.monotonic();
    this.#taken = this.#taken.filter(({ atMs }) => atMs + this.#limit.perMs > nowMs);
    return nowMs;
  }
}
