import type { Clock } from '@interline/ports';

/** More than what is open at one time; the oldest is dropped first and begins its age again. */
const mostKept = 65_536;

/**
 * How long ago a transaction or a form of it was committed. What is dated in the future was committed
 * before the clock was set back: it ages by the monotonic clock, from when it was first asked about
 * here, since it would be young until the clock has made up for that.
 */
export class Ages {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly #sinceMs = new Map<string, number>();

  constructor(clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#clock = clock;
  }

  /** In milliseconds; `id` is that of the transaction, or the form's hash. */
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
