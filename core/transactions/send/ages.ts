import type { Clock } from '@interline/ports';

/** More than are open at one time. Beyond it the oldest is dropped first, and its age restarts. */
const mostKept = 65_536;

/**
 * The age of a transaction or form since its commit. One with a future date was committed before
 * the clock was set back; its age is counted by the monotonic clock from the first request here,
 * since it would otherwise stay young until the clock catches up.
 */
export class Ages {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly #sinceMs = new Map<string, number>();

  constructor(clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#clock = clock;
  }

  /** In milliseconds; `id` is the transaction's id, or the form's hash. */
  of(id: string, committedAtMs: number): number {
    const ageMs = this.#clock.now() - committedAtMs;
    if (ageMs >= 0) return ageMs;
    const nowMs = this.#clock.monotonic();
    const known = this.#sinceMs.get(id);
    if (known !== undefined) return nowMs - known;
    const oldest = this.#sinceMs.keys().next();
    if (this.#sinceMs.size >= mostKept && oldest.done !== true) this.#sinceMs.delete(oldest.value);
    this.#sinceMs.set(id, nowMs);
    return 0;
  }
}
