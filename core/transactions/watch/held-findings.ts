import type { Clock } from '@interline/ports';

interface Held {
  readonly finding: string;
  readonly sinceMs: number;
}

/** Maximum number of keys; the oldest is dropped first and restarts its wait. */
const mostKept = 4_096;

/**
 * How long the same thing has been found. A reading that would send money again or abort a route
 * must hold for some seconds as well as blocks, because a node with several backends, or one that
 * lags, shows varying results for a moment.
 */
export class HeldFindings {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #held = new Map<string, Held>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Milliseconds since this was first found without a contradiction in between. */
  note(key: string, finding: string): number {
    const nowMs = this.#clock.monotonic();
    const known = this.#held.get(key);
    if (known?.finding === finding) return nowMs - known.sinceMs;
    this.#held.delete(key);
    const oldest = this.#held.keys().next();
    if (this.#held.size >= mostKept && oldest.done !== true) this.#held.delete(oldest.value);
    this.#held.set(key, { finding, sinceMs: nowMs });
    return 0;
  }

  /**
   * An answered look shows something else, so the earlier finding has not held. Do not call it for
   * a look that found nothing because nodes were silent, or a flaky node would delay forever.
   */
  drop(key: string, isContradicted: (finding: string) => boolean = () => true): void {
    const known = this.#held.get(key);
    if (known !== undefined && isContradicted(known.finding)) this.#held.delete(key);
  }
}
