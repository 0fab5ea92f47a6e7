import { randomInt } from 'node:crypto';

/** Requests and answers that wait for the next tick, which runs them in a random order. */
export interface Batches {
  /** Forwarded at the next tick. */
  forward(run: () => void): void;
  /** Answered at the next tick. */
  answer(run: () => void): void;
  /** Forwards that wait. */
  readonly waiting: number;
  /** Ticks forward nothing until it is called off; answers still go out. */
  readonly pause: (isPaused: boolean) => void;
  readonly isPaused: boolean;
  /** Of the last hour's ticks that forwarded anything, half forwarded at most so many; 0 without any. */
  medianOccupancy(): number;
  stop(): void;
}

const rememberedMs = 3_600_000;

/** Ticks at a fixed pace, whether something waits or not: when one comes says nothing. */
export function batches(batchMs: number): Batches {
  let forwards: (() => void)[] = [];
  let answers: (() => void)[] = [];
  let isPaused = false;
  const ticks: { readonly atMs: number; readonly occupancy: number }[] = [];

  function tick(): void {
    const answered = shuffled(answers);
    answers = [];
    for (const run of answered) run();
    if (isPaused || forwards.length === 0) return;
    const sent = shuffled(forwards);
    forwards = [];
    ticks.push({ atMs: performance.now(), occupancy: sent.length });
    for (const run of sent) run();
  }

  const timer = setInterval(tick, batchMs);
  return {
    forward: (run) => {
      forwards.push(run);
    },
    answer: (run) => {
      answers.push(run);
    },
    get waiting() {
      return forwards.length;
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
