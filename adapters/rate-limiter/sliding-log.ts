/** The times of one bucket's requests, the oldest first, each kept while it is in the window. */
export class SlidingLog {
  #times: number[] = [];
  /** Where the window begins; what is before it is cut off when it has grown to half of all. */
  #first = 0;
  #endsAtMs = 0;

  /** When the last request leaves, and the log says no more than a new one. */
  get endsAtMs(): number {
    return this.#endsAtMs;
  }

  get size(): number {
    return this.#times.length - this.#first;
  }

  /** Drops what left the window: a request counts for `perMs`, and at that very moment no more. */
  slideTo(nowMs: number, perMs: number): void {
    while (this.#first < this.#times.length && this.#at(0) + perMs <= nowMs) this.#first += 1;
    if (this.#first * 2 <= this.#times.length) return;
    this.#times = this.#times.slice(this.#first);
    this.#first = 0;
  }

  add(nowMs: number, perMs: number): void {
    this.#times.push(nowMs);
    this.#endsAtMs = nowMs + perMs;
  }

  /** When the log is short of `requests` again; at once where it is. */
  hasRoomAtMs(requests: number, perMs: number): number {
    return this.size < requests ? 0 : this.#at(this.size - requests) + perMs;
  }

  /** When the oldest request leaves. */
  freesAtMs(perMs: number): number {
    return this.size === 0 ? 0 : this.#at(0) + perMs;
  }

  #at(index: number): number {
    return this.#times[this.#first + index] ?? 0;
  }
}
