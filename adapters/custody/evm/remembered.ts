/** Results by key, of which the oldest go first once there are too many. */
export class Remembered<T> {
  readonly #most: number;
  readonly #kept = new Map<string, T>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string, make: () => T): T {
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const made = make();
    const oldest = this.#kept.keys().next();
    if (this.#kept.size >= this.#most && oldest.done !== true) this.#kept.delete(oldest.value);
    this.#kept.set(key, made);
    return made;
  }
}
