import type { Address } from '@interline/kernel';
import type { Clock } from '@interline/ports';

/** The code behind a token's address may be replaced, so a result expires. */
const triedForMs = 3_600_000;

/**
 * Tokens of one chain for which a payment worked with the least gas, by one node's estimate and in
 * another's simulation. Their next payments need no such request.
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
