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
   * Of the last hour's ticks that forwarded anything, half forwarded for at most so many senders; 0
   * without any. One that sends a hundred hides nobody but itself.
   */
  medianOccupancy(): number;
  stop(): void;
}

interface Forward {
  readonly sender: string;
  readonly run: () => void;
}

const rememberedMs = 3_600_000;

/** Ticks at a fixed pace, whether something waits or not: when one comes says nothing. */
export function batches(batchMs: number): Batches {
  const forwards = new Set<Forward>();
  let answers: (() => void)[] = [];
  let isPaused = false;
  const ticks: { readonly atMs: number; readonly occupancy: number }[] = [];

  function tick(): void {
    const answered = shuffled(answers);
    answers = [];
    for (const run of answered) run();
    if (isPaused || forwards.size === 0) return;
    const sent = shuffled([...forwards]);
    forwards.clear();
    const occupancy = new Set(sent.map(({ sender }) => sender)).size;
    ticks.push({ atMs: performance.now(), occupancy });
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
      const first = ticks.findIndex(({ atMs }) => atMs > performance.now() - rememberedMs);
      ticks.splice(0, first === -1 ? ticks.length : first);
      const sizes = ticks.map(({ occupancy }) => occupancy).sort((one, other) => one - other);
      return sizes[Math.ceil(sizes.length / 2) - 1] ?? 0;
    },
    stop: () => clearInterval(timer),
  };
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
