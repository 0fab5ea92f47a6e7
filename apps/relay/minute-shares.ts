const minuteMs = 60_000;
/** The most that one sender may use of what is left in that minute. */
const shareOfLeft = 4;
/** A sender's use counts against other senders' shares in this many steps of the whole. */
const stepsOfAll = 80;
/** The smallest step: with steps of one or two requests, each request of a stranger would show. */
const leastStep = 10;

/**
 * The gateway's quota for a relay per whole minute, shared among its senders as the gateway shares
 * its own among relays: a sender may use a quarter of what is left. It counts in steps, so that a
 * single request of a stranger does not change the answer to another sender.
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
   * Counts one more request of the sender. Returns a function that returns it within the same
   * minute; null if the sender has used its share until the next whole minute.
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
