import type { RouteRunner } from '@interline/core/transfer';
import type { Clock, JobQueue, LeasedJob, Log } from '@interline/ports';

export interface WorkerParts {
  readonly id: string;
  readonly jobs: JobQueue;
  readonly runner: RouteRunner;
  readonly clock: Clock;
  readonly log: Log;
  readonly stop: AbortSignal;
}

/** How long a dead worker's jobs wait for another one. */
const leaseMs = 10_000;
const heartbeatEveryMs = 3_000;
const pollEveryMs = 500;
const atOnce = 512;

/**
 * Leases jobs and runs them until stopped: at once when one was enqueued here, by polling for the
 * rest.
 */
export async function runWorker(parts: WorkerParts): Promise<void> {
  const held = new Map<string, LeasedJob>();
  const running = new Set<Promise<void>>();
  let wake: () => void = () => undefined;
  let isWoken = false;
  const stir = (): void => {
    isWoken = true;
    wake();
  };
  const off = parts.jobs.onEnqueued(stir);
  parts.stop.addEventListener('abort', stir, { once: true });
  const pulse = keepLeases(parts, held);
  while (!parts.stop.aborted) {
    isWoken = false;
    const room = atOnce - held.size;
    const jobs = room > 0 ? await claim(parts, room) : [];
    for (const job of jobs) {
      held.set(job.id, job);
      const run = runJob(parts, job).finally(() => {
        // Others may be waiting for the place.
        if (held.size === atOnce) stir();
        held.delete(job.id);
        running.delete(run);
      });
      running.add(run);
    }
    if (jobs.length === 0 && !isWoken) {
      const alarm = parts.clock.alarm(pollEveryMs);
      await Promise.race([
        alarm.rang,
        new Promise<void>((resolve) => {
          wake = resolve;
        }),
      ]);
      alarm.cancel();
    }
  }
  off();
  // Each run gives its job back, so that another worker need not wait for the lease.
  await Promise.all([pulse, ...running]);
}

async function claim(parts: WorkerParts, room: number): Promise<readonly LeasedJob[]> {
  try {
    return await parts.jobs.claim(parts.id, room, leaseMs);
  } catch {
    parts.log.warn('jobs-unclaimed');
    await parts.clock.sleep(pollEveryMs, parts.stop);
    return [];
  }
}

async function runJob({ jobs, runner, clock, log }: WorkerParts, job: LeasedJob): Promise<void> {
  const turn = await runner.run(job.subject);
  try {
    if (turn.kind === 'ended') await jobs.complete(job);
    else await jobs.retry(job, turn.kind === 'later' ? turn.atMs : clock.now());
  } catch {
    // The lease runs out and the job is taken again.
    log.warn('job-not-closed', { subject: job.subject });
  }
}

async function keepLeases(
  { id, jobs, clock, log, stop }: WorkerParts,
  held: ReadonlyMap<string, LeasedJob>,
): Promise<void> {
  while (!stop.aborted) {
    await clock.sleep(heartbeatEveryMs, stop);
    if (held.size > 0 && !stop.aborted)
      await jobs
        .heartbeat(id, [...held.keys()], leaseMs)
        .catch(() => log.warn('leases-not-extended'));
  }
}
