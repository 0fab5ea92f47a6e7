import { randomInt } from 'node:crypto';

/** Requests and answers that wait for the next tick, which runs them in a random order. */
export interface Batches {
  /** Forwarded at the next tick. What it answers drops it; false where it was forwarded before. */
  forward(one: Forward): () => boolean;
  /** Answered at the next tick. */
  answer(run: () => void): void;
  /** Ticks forward nothing until it is called off; answers still go out. */
  readonly pause: (isPaused: boolean) => void;
  readonly isPaused: boolean;
  /**
   * Of the last full hour's ticks that forwarded anything, half forwarded for at most so many senders; 0
   * without any. One that sends a hundred hides nobody but itself, and the hour that runs is in no number:
   * it would tell anybody who asks when a request came.
   */
  medianOccupancy(): number;
  stop(): void;
}

interface Forward {
  readonly sender: string;
  readonly run: () => void;
}

const hourMs = 3_600_000;

/** Ticks at a fixed pace, whether something waits or not: when one comes says nothing. */
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

/** Every order is as likely as any other (Fisher and Yates), from the system's random source. */
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
