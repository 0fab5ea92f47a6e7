import type { Alarm, Clock } from '@interline/ports';

interface Waiter {
  readonly dueMs: number;
  ring(): void;
}

/** A clock that only a test advances. */
export class ManualClock implements Clock {
  #nowMs: number;
  #waiters: readonly Waiter[] = [];

  constructor(startMs = 1_780_000_000_000) {
    this.#nowMs = startMs;
  }

  now(): number {
    return this.#nowMs;
  }

  monotonic(): number {
    return this.#nowMs;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return;
    const alarm = this.alarm(ms);
    const cut = Promise.withResolvers<void>();
    const onAbort = (): void => cut.resolve();
    signal?.addEventListener('abort', onAbort, { once: true });
    await Promise.race([alarm.rang, cut.promise]);
    alarm.cancel();
    signal?.removeEventListener('abort', onAbort);
  }

  alarm(ms: number): Alarm {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiter: Waiter = { dueMs: this.#nowMs + ms, ring: resolve };
    this.#waiters = [...this.#waiters, waiter];
    return {
      rang: promise,
      cancel: () => {
        this.#waiters = this.#waiters.filter((one) => one !== waiter);
      },
    };
  }

  /** Advances the clock and rings what came due; waiting code runs before this resolves. */
  async advance(ms: number): Promise<void> {
    this.#nowMs += ms;
    const due = this.#waiters.filter((waiter) => waiter.dueMs <= this.#nowMs);
    this.#waiters = this.#waiters.filter((waiter) => waiter.dueMs > this.#nowMs);
    for (const waiter of due) waiter.ring();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }

  /** How many sleeps and alarms are still pending. */
  get pending(): number {
    return this.#waiters.length;
  }
}
