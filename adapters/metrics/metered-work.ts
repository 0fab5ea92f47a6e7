import type { HookPost } from '@interline/core/webhooks';
import type { Clock, JobQueue, LeasedJob } from '@interline/ports';
import { type Meters, secondsSince } from './meters.ts';

/** Times jobs from their lease to their end, and how long they were due before the lease. */
export function meteredJobs(
  jobs: JobQueue,
  meters: Pick<Meters, 'jobs' | 'jobDelay'>,
  clock: Pick<Clock, 'now'>,
): JobQueue {
  const leasedAt = new Map<string, number>();
  const timed = async (
    { id, kind }: LeasedJob,
    outcome: string,
    closed: Promise<void>,
  ): Promise<void> => {
    const startedAt = leasedAt.get(id);
    leasedAt.delete(id);
    await closed;
    if (startedAt !== undefined) meters.jobs.observe({ kind, outcome }, secondsSince(startedAt));
  };
  return {
    async claim(worker, limit, leaseMs) {
      const leased = await jobs.claim(worker, limit, leaseMs);
      for (const { id, kind, runAtMs } of leased) {
        leasedAt.set(id, performance.now());
        meters.jobDelay.observe({ kind }, Math.max(0, clock.now() - runAtMs) / 1_000);
      }
      return leased;
    },
    heartbeat: (worker, ids, leaseMs) => jobs.heartbeat(worker, ids, leaseMs),
    complete: (job) => timed(job, 'completed', jobs.complete(job)),
    retry: (job, runAtMs) => timed(job, 'put-off', jobs.retry(job, runAtMs)),
    takeOver: () => jobs.takeOver(),
    onEnqueued: (listener) => jobs.onEnqueued(listener),
  };
}

/**
 * Times webhook tries by their outcome: the status's class, such as `2xx`, or why there was none.
 */
export function meteredHookPost(
  hookPost: HookPost,
  { hookTries }: Pick<Meters, 'hookTries'>,
): HookPost {
  return {
    judge: (url) => hookPost.judge(url),
    async post(message, signal) {
      const startedAt = performance.now();
      const answer = await hookPost.post(message, signal);
      hookTries.observe(
        {
          outcome:
            answer.httpStatus === null
              ? answer.outcome
              : `${Math.floor(answer.httpStatus / 100)}xx`,
        },
        secondsSince(startedAt),
      );
      return answer;
    },
  };
}
