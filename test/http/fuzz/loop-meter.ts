import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface LoopReport {
  /** Between two turns of the event loop, time of other processes on the processor included. */
  readonly longestDelayMs: number;
  readonly p99DelayMs: number;
  /**
   * Processor time that this thread itself used between two turns: what a busy machine does not add
   * to.
   */
  readonly longestHeldMs: number;
}

/** Watches this thread's event loop from now on. */
export class LoopMeter {
  readonly #delay = monitorEventLoopDelay({ resolution: 1 });
  readonly #turns: NodeJS.Timeout;
  #longestHeldUs = 0;
  #usedUs = threadUs();

  constructor() {
    this.#delay.enable();
    this.#turns = setInterval(() => {
      const usedUs = threadUs();
      this.#longestHeldUs = Math.max(this.#longestHeldUs, usedUs - this.#usedUs);
      this.#usedUs = usedUs;
    }, 1);
  }

  reset(): void {
    this.#delay.reset();
    this.#longestHeldUs = 0;
  }

  report(): LoopReport {
    return {
      longestDelayMs: this.#delay.max / 1e6,
      p99DelayMs: this.#delay.percentile(99) / 1e6,
      longestHeldMs: this.#longestHeldUs / 1_000,
    };
  }

  stop(): void {
    this.#delay.disable();
    clearInterval(this.#turns);
  }
}

function threadUs(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
