const minuteMs = 60_000;
/** What one sender has of it at most: this part of what all have left in that minute. */
const shareOfLeft = 4;
/** What a sender has taken counts to the shares of others in so many whole steps of all. */
const stepsOfAll = 80;
/** In no smaller ones: of one or two requests, each of a stranger's would tell. */
const leastStep = 10;

/**
 * What the gateway takes of a relay in a whole minute, shared by its senders as the gateway shares its
 * own among relays: a sender has a quarter of what is left. In steps, so that one request of a stranger
 * does not change what somebody else is answered.
 */
export class MinuteShares {
  readonly #most: number;
  readonly #step: number;
  readonly #now: () => number;
  #minute = -1;
  #taken = new Map<string, number>();
  #shared = 0;

  constructor(most: number, now: () => number) {
    this.#most = most;
    this.#step = Math.max(leastStep, Math.floor(most / stepsOfAll));
    this.#now = now;
  }

  /**
   * Counts one more of the sender's. What it answers gives it back, in the same minute; null where the
   * sender has its share until the next whole one.
   */
  take(sender: string): (() => void) | null {
    const minute = Math.floor(this.#now() / minuteMs);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#taken = new Map();
      this.#shared = 0;
    }
    const taken = this.#taken.get(sender) ?? 0;
    const share = Math.max(1, Math.floor((this.#most - this.#shared) / shareOfLeft));
    if (taken >= share) return null;
    this.#count(sender, taken + 1);
    return () => {
      if (minute === this.#minute) this.#count(sender, (this.#taken.get(sender) ?? 0) - 1);
    };
  }

  #count(sender: string, taken: number): void {
    const before = this.#taken.get(sender) ?? 0;
    this.#taken.set(sender, taken);
    this.#shared += this.#stepsOf(taken) - this.#stepsOf(before);
  }

  /** In whole steps. */
  #stepsOf(taken: number): number {
    return taken - (taken % this.#step);
  }
}
