import type { Alarm, Clock } from '@interline/ports';

interface Waiter {
  readonly dueMs: number;
  readonly ring: () => void;
}

/** How much of its own time passes in one turn of the event loop while a caller waits. */
const turnMs = 5;

/**
 * A clock whose time passes with the event loop's turns: nothing really waits, and the same run
 * takes the same turns.
 */
export class TurnClock implements Clock {
  #nowMs: number;
  #waiters = new Set<Waiter>();
  #isTurning = false;
  /** How far the wall clock is from the time that passes. */
  #aheadMs: number;

  constructor(aheadMs = 0, startMs = 1_780_000_000_000) {
    this.#nowMs = startMs;
    this.#aheadMs = aheadMs;
  }

  /** That much time passes at once; what is due by then rings at the next turn. */
  pass(ms: number): void {
    this.#nowMs += ms;
  }

  /** The machine's time is set forward, or back where negative. */
  set(byMs: number): void {
    this.#aheadMs += byMs;
  }

  /** Never the same twice, as events that follow one another on a real machine. */
  now(): number {
    this.#nowMs += 1;
    return this.#nowMs + this.#aheadMs;
  }

  monotonic(): number {
    return this.#nowMs;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return;
    await this.alarm(ms).rang;
  }

  alarm(ms: number): Alarm {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiter: Waiter = { dueMs: this.#nowMs + ms, ring: resolve };
    this.#waiters.add(waiter);
    this.#turn();
    return {
      rang: promise,
      cancel: () => {
        this.#waiters.delete(waiter);
      },
    };
  }

  #turn(): void {
    if (this.#isTurning || this.#waiters.size === 0) return;
    this.#isTurning = true;
    setImmediate(() => {
      this.#isTurning = false;
      this.#nowMs += turnMs;
      for (const waiter of [...this.#waiters].filter((one) => one.dueMs <= this.#nowMs)) {
        this.#waiters.delete(waiter);
        waiter.ring();
      }
      this.#turn();
    });
  }
}
