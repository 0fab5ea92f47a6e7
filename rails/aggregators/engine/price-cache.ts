import { type Clock, isRelayError, type RailOutcome, unlessAborted } from '@interline/plugins';
import type { Priced } from '../upstream/upstream.ts';

interface PriceCacheTerms {
  readonly lifeMs: number;
  readonly maxEntries: number;
}

interface Entry {
  readonly flight: Promise<RailOutcome<Priced>>;
  /** Infinite while the flight is open, so every caller joins it. */
  staleAtMs: number;
}

/**
 * Prices shared by all callers, with one request in flight per question. Prices and refusals are
 * cached, faults are not. A request needs its own deadline, because a caller that leaves does not
 * end it. It uses the share of the client that started it; if that share is used up, the other
 * callers ask with their own.
 */
export class PriceCache {
  readonly #terms: PriceCacheTerms;
  readonly #clock: Clock;
  /** Oldest question first. */
  readonly #entries = new Map<string, Entry>();

  constructor(terms: PriceCacheTerms, clock: Clock) {
    this.#terms = terms;
    this.#clock = clock;
  }

  async price(
    question: string,
    ask: () => Promise<RailOutcome<Priced>>,
    caller: AbortSignal,
  ): Promise<RailOutcome<Priced>> {
    const known = this.#entries.get(question);
    if (known === undefined || known.staleAtMs <= this.#clock.monotonic())
      return unlessAborted(this.#begin(question, ask).flight, caller);
    try {
      return await unlessAborted(known.flight, caller);
    } catch (error) {
      if (!isRelayError(error) || error.code !== 'RATE_LIMITED') throw error;
      return this.price(question, ask, caller);
    }
  }

  #begin(question: string, ask: () => Promise<RailOutcome<Priced>>): Entry {
    const entry: Entry = { flight: ask(), staleAtMs: Number.POSITIVE_INFINITY };
    this.#entries.delete(question);
    this.#entries.set(question, entry);
    this.#forgetOldest();
    entry.flight.then(
      (outcome) => {
        entry.staleAtMs = this.#clock.monotonic() + this.#lifeOf(outcome);
      },
      () => {
        entry.staleAtMs = Number.NEGATIVE_INFINITY;
      },
    );
    return entry;
  }

  #lifeOf(outcome: RailOutcome<Priced>): number {
    const expiresAtMs = outcome.ok ? outcome.value.expiresAtMs : null;
    return expiresAtMs === null
      ? this.#terms.lifeMs
      : Math.min(this.#terms.lifeMs, expiresAtMs - this.#clock.now());
  }

  #forgetOldest(): void {
    if (this.#entries.size <= this.#terms.maxEntries) return;
    const oldest = this.#entries.keys().next();
    if (!oldest.done) this.#entries.delete(oldest.value);
  }
}
