import { randomInt } from 'node:crypto';

/** Requests and responses that wait for the next tick, which runs them in random order. */
export interface Batches {
  /**
   * Forwards it at the next tick. Returns a function that drops it; that returns false if it was
   * already forwarded.
   */
  forward(one: Forward): () => boolean;
  /** Answered at the next tick. */
  answer(run: () => void): void;
  /** While paused, ticks forward nothing, but responses still go out. */
  readonly pause: (isPaused: boolean) => void;
  readonly isPaused: boolean;
  /**
   * Over the last full hour's ticks that forwarded anything, the median number of senders; 0
   * without any. A sender of a hundred requests hides only itself. The current hour is never
   * included, because it would reveal when a request came.
   */
  medianOccupancy(): number;
  stop(): void;
}

interface Forward {
  readonly sender: string;
  readonly run: () => void;
}

const hourMs = 3_600_000;

/**
 * Ticks at a fixed interval, with or without waiting requests, so that the time of a tick reveals
 * nothing.
 */
export function batches(batchMs: number, now = (): number => performance.now()): Batches {
  const forwards = new Set<Forward>();
  let answers: (() => void)[] = [];
  let isPaused = false;
  let hour = Math.floor(now() / hourMs);
  let occupancies: number[] = [];
  let published = 0;

  function turnHour(): void {
    const current = Math.floor(now() / hourMs);
    if (current === hour) return;
    published = current === hour + 1 ? medianOf(occupancies) : 0;
    occupancies = [];
    hour = current;
  }

  function tick(): void {
    const answered = shuffled(answers);
    answers = [];
    for (const run of answered) run();
    if (isPaused || forwards.size === 0) return;
    const sent = shuffled([...forwards]);
    forwards.clear();
    turnHour();
    occupancies.push(new Set(sent.map(({ sender }) => sender)).size);
    for (const { run } of sent) run();
  }

  const timer = setInterval(tick, batchMs);
  return {
    forward: (one) => {
      forwards.add(one);
      return () => forwards.delete(one);
    },
    answer: (run) => {
      answers.push(run);
    },
    pause: (toPause) => {
      isPaused = toPause;
    },
    get isPaused() {
      return isPaused;
    },
    medianOccupancy() {
      turnHour();
      return published;
    },
    stop: () => clearInterval(timer),
  };
}

function medianOf(sizes: readonly number[]): number {
  const sorted = sizes.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
}

/** A uniform shuffle (Fisher-Yates) with the system's random source. */
export function shuffled<T>(all: readonly T[]): readonly T[] {
  const mixed: T[] = [];
  for (const [at, one] of all.entries()) {
    const place = randomInt(at + 1);
    const there = mixed[place];
    if (place === at || there === undefined) mixed.push(one);
    else {
      mixed.push(there);
      mixed[place] = one;
    }
  }
  return mixed;
}
