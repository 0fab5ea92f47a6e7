import type { Store } from '@interline/core';
import type { RunTick } from '@interline/core/primitives';
import type { Clock, Log } from '@interline/ports';

export interface WatchParts {
  readonly store: Pick<Store, 'run'>;
  readonly runTick: RunTick;
  readonly clock: Clock;
  readonly log: Log;
  readonly stop: AbortSignal;
}

/** Longer than a run may take, so that no other worker takes a tick up while it runs here. */
const leaseMs = 30_000;
const runDeadlineMs = 20_000;
const pollEveryMs = 500;
/** Runs at one time, because each asks every rail, as a quote does; the others wait. */
const atOnce = 16;

/**
 * Leases due schedules and conditionals and runs them until stopped. Any number of workers may
 * watch one store.
 */
export async function watchPrimitives({
  store,
  runTick,
  clock,
  log,
  stop,
}: WatchParts): Promise<void> {
  const running = new Set<Promise<void>>();
  while (!stop.aborted) {
    const limit = atOnce - running.size;
    const ticks =
      limit === 0
        ? []
        : await store
            .run('claim-ticks', (tx) =>
              tx.primitives.leaseTicks({ nowMs: clock.now(), leaseMs, limit }),
            )
            .catch(() => {
              log.warn('ticks-unclaimed');
              return [];
            });
    for (const tick of ticks) {
      const run = runTick(tick, AbortSignal.any([stop, AbortSignal.timeout(runDeadlineMs)]));
      running.add(run);
      void run.finally(() => running.delete(run));
    }
    await clock.sleep(pollEveryMs, stop);
  }
  await Promise.all(running);
}
