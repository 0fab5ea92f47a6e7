import type { Clock } from '@interline/ports';

interface Held {
  readonly finding: string;
  readonly sinceMs: number;
}

/** Most keys that are kept; the oldest is dropped first and starts its wait again. */
const mostKept = 4_096;

/**
 * How long the same thing has been found. A reading that would send money again or give a route up
 * must hold for some seconds as well as blocks: a node that serves several backends, or is behind,
 * shows many things for a moment.
 */
export class HeldFindings {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #held = new Map<string, Held>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Milliseconds since this was found first, with nothing in between that speaks against it. */
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
   * A look that was answered shows something else: what was found so far has not held. A look that
   * found nothing because nodes were silent must not come here, or a flaky node would delay for ever.
   */
  drop(key: string, isContradicted: (finding: string) => boolean = () => true): void {
    const known = this.#held.get(key);
    if (known !== undefined && isContradicted(known.finding)) this.#held.delete(key);
  }
}
