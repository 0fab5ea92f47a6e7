import type { Address } from '@interline/kernel';
import type { Clock } from '@interline/ports';

/** A token's code may be replaced behind its address. */
const triedForMs = 3_600_000;

/**
 * Tokens of one chain of which a payment has worked within the least gas that it is signed for, by
 * one node's estimate and in another's simulation: the next ones cost no request for it.
 */
export class TriedTokens {
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** The most entries that the token list has. */
  readonly #triedMs = new Map<Address, number>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  has(token: Address): boolean {
    const triedMs = this.#triedMs.get(token);
    return triedMs !== undefined && this.#clock.monotonic() - triedMs < triedForMs;
  }

  add(token: Address): void {
    this.#triedMs.set(token, this.#clock.monotonic());
  }
}
