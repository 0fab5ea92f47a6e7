import type { Remembered } from '@interline/ports';

/** Beyond these the first is forgotten, which is said. */
const mostNames = 100_000;

/** Remembers names in this process, by the clock that their dates are judged by. */
export class OnceMemory {
  /** When each was taken; in the order that they came. */
  readonly #takenAtMs = new Map<string, number>();
  #sinceMs: number;

  constructor(nowMs: number) {
    this.#sinceMs = nowMs;
  }

  take(name: string, forMs: number, nowMs: number): Remembered {
    const isNew = !this.#takenAtMs.has(name);
    if (isNew) this.#takenAtMs.set(name, nowMs);
    for (const [oldest, takenAtMs] of this.#takenAtMs) {
      if (takenAtMs + forMs > nowMs && this.#takenAtMs.size <= mostNames) break;
      this.#takenAtMs.delete(oldest);
      // After a clock that was ahead is corrected, nothing may be taken twice.
      this.lacks(takenAtMs);
    }
    return { isNew, sinceMs: this.#sinceMs, nowMs };
  }

  /** Another memory has what was taken until then. */
  lacks(untilMs: number): void {
    this.#sinceMs = Math.max(this.#sinceMs, untilMs + 1);
  }
}
