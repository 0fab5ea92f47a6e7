import type { Clock } from '@interline/ports';

/** A reading that all callers share: one is under way at a time, and errors are not cached. */
export class FreshValue<T> {
  readonly #read: () => Promise<T>;
  readonly #clock: Clock;
  #kept: { readonly value: T; readonly atMs: number } | null = null;
  #underWay: Promise<T> | null = null;

  constructor(read: () => Promise<T>, clock: Clock) {
    this.#read = read;
    this.#clock = clock;
  }

  /** The cached value if it is at most that old, otherwise a new one. */
  get(maxAgeMs: number): Promise<T> {
    if (this.#kept !== null && this.#clock.monotonic() - this.#kept.atMs <= maxAgeMs)
      return Promise.resolve(this.#kept.value);
    this.#underWay ??= this.#renew().finally(() => {
      this.#underWay = null;
    });
    return this.#underWay;
  }

  async #renew(): Promise<T> {
    const atMs = this.#clock.monotonic();
    const value = await this.#read();
    this.#kept = { value, atMs };
    return value;
  }
}
