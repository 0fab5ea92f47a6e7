import { setTimeout as pause } from 'node:timers/promises';

/**
 * Starts the tasks at a fixed rate, whatever becomes of those before. A task is given when it was due, on the clock of
 * `performance.now`: what is counted from there has the delay of a client that was kept from asking as well.
 */
export async function openLoop<T>(
  count: number,
  perSec: number,
  task: (dueMs: number) => Promise<T>,
): Promise<readonly T[]> {
  const startMs = performance.now();
  const running: Promise<T>[] = [];
  for (let at = 0; at < count; at += 1) {
    const dueMs = startMs + (at * 1_000) / perSec;
    const waitMs = dueMs - performance.now();
    if (waitMs > 0) await pause(waitMs);
    running.push(task(dueMs));
  }
  return Promise.all(running);
}
