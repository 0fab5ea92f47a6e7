import { getEventListeners } from 'node:events';
import type { RouteRunner } from '@interline/core/transfer';
import type { Clock, JobQueue, Log } from '@interline/ports';
import { runWorker } from './worker.ts';
import { expect } from 'chai';

const log: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => log,
};

describe('the worker of jobs', () => {
  it('keeps nothing of the times it found no job', async () => {
    const stop = new AbortController();
    const listening: number[] = [];
    const jobs: Partial<JobQueue> = {
      onEnqueued: () => () => undefined,
      async claim() {
        listening.push(getEventListeners(stop.signal, 'abort').length);
        if (listening.length === 50) stop.abort();
        return [];
      },
    };

    // CAST: without jobs nothing else is asked of the queue, and nothing of the runner.
    await runWorker({
      id: 'w_1',
      jobs: jobs as JobQueue,
      runner: {} as RouteRunner,
      clock: impatient,
      log,
      stop: stop.signal,
    });

    expect(listening).to.deep.equal(Array.from({ length: 50 }, () => 2));
  });
});

/** A clock whose alarms ring at once, while sleepers sleep until the stop. */
const impatient: Clock = {
  now: () => 0,
  monotonic: () => 0,
  sleep: (_ms, signal) =>
    new Promise((resolve) => {
      signal?.addEventListener('abort', () => resolve(), { once: true });
    }),
  alarm: () => ({ rang: Promise.resolve(), cancel: () => undefined }),
};
