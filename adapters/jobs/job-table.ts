import type { Clock, JobQueue, LeasedJob } from '@interline/ports';
import type { Dialect } from '../store/engine/dialect.ts';
import { inParts, listOf } from '../store/engine/statement.ts';
import type { UnitScope } from '../store/engine/unit.ts';
import type { JobRow } from './job-entities.ts';

interface JobTableParts {
  readonly write: <T>(name: string, work: (scope: UnitScope) => Promise<T>) => Promise<T>;
  readonly dialect: Pick<Dialect, 'skipLocked' | 'leaseNow'>;
  /** Decides when jobs are due; leases follow the database's time. */
  readonly clock: Pick<Clock, 'now'>;
  readonly signal: JobSignal;
}

/**
 * Jobs in a table of the store's database, leased by time and guarded by fence. `attempts` includes
 * the current lease. On PostgreSQL too: graphile-worker enqueues in the unit as well, but it
 * completes by id without a fence, and gives a dead worker's job back after four hours that nothing
 * can change.
 */
export class JobTable implements JobQueue {
  readonly #parts: JobTableParts;

  constructor(parts: JobTableParts) {
    this.#parts = parts;
  }

  claim(worker: string, limit: number, leaseMs: number): Promise<readonly LeasedJob[]> {
    return this.#parts.write('claim-jobs', async ({ db }) => {
      const { skipLocked, leaseNow } = this.#parts.dialect;
      const rows = await db.returning(
        'job',
        `WITH due AS MATERIALIZED (SELECT id FROM job WHERE run_at_ms <= :nowMs AND leased_until_ms <= ${leaseNow}
          ORDER BY run_at_ms, id LIMIT :limit ${skipLocked})
        UPDATE job SET worker = :worker, leased_until_ms = ${leaseNow} + :leaseMs, fence = fence + 1, attempts = attempts + 1 WHERE id IN (SELECT id FROM due)`,
        { worker, leaseMs, nowMs: this.#parts.clock.now(), limit },
      );
      return rows.toSorted((a, b) => a.runAtMs - b.runAtMs).map(leasedJob);
    });
  }

  heartbeat(worker: string, ids: readonly string[], leaseMs: number): Promise<readonly string[]> {
    return this.#parts.write('extend-leases', async ({ db }) => {
      const { leaseNow } = this.#parts.dialect;
      const nowMs = this.#parts.clock.now();
      const held: JobRow[] = [];
      for (const part of inParts(ids)) {
        const list = listOf('job', part);
        held.push(
          ...(await db.returning(
            'job',
            `UPDATE job SET leased_until_ms = ${leaseNow} + :leaseMs WHERE worker = :worker AND id IN (${list.text})`,
            { ...list.values, leaseMs, nowMs, worker },
          )),
        );
      }
      return held.map(({ id }) => id);
    });
  }

  complete({ id, fence }: LeasedJob): Promise<void> {
    return this.#parts.write('complete-job', async (scope) => {
      const ended = await scope.db.run(
        'DELETE FROM job WHERE id = :id AND fence = :fence AND again_at_ms IS NULL',
        { id, fence },
      );
      if (ended.affected > 0) return;
      const again = await scope.db.run(
        `UPDATE job SET ${givenBack}, run_at_ms = again_at_ms, attempts = 0 WHERE id = :id AND fence = :fence AND again_at_ms IS NOT NULL`,
        { id, fence },
      );
      if (again.affected > 0) scope.onCommit(this.#parts.signal.fire);
    });
  }

  retry({ id, fence }: LeasedJob, runAtMs: number): Promise<void> {
    return this.#parts.write('retry-job', async (scope) => {
      const [job] = await scope.db.returning(
        'job',
        `UPDATE job SET ${givenBack}, run_at_ms = CASE WHEN again_at_ms < :runAtMs THEN again_at_ms ELSE :runAtMs END
        WHERE id = :id AND fence = :fence`,
        { id, fence, runAtMs },
      );
      // Enqueued for an earlier time by a caller that may be waiting.
      if (job !== undefined && job.runAtMs < runAtMs) scope.onCommit(this.#parts.signal.fire);
    });
  }

  takeOver(): Promise<number> {
    return this.#parts.write('take-over-leases', async ({ db }) => {
      const { affected } = await db.run(
        `UPDATE job SET worker = NULL, leased_until_ms = 0, fence = fence + 1, again_at_ms = NULL WHERE worker IS NOT NULL`,
        {},
      );
      await db.run('UPDATE duty SET leased_until_ms = 0', {});
      return affected;
    });
  }

  onEnqueued(listener: () => void): () => void {
    return this.#parts.signal.listen(listener);
  }
}

/**
 * Releases a job for the next worker. Other expressions of the same UPDATE still read the row as it
 * was.
 */
const givenBack = 'worker = NULL, leased_until_ms = 0, again_at_ms = NULL';

function leasedJob({ id, kind, subject, runAtMs, attempts, fence }: JobRow): LeasedJob {
  return { id, kind, subject, runAtMs, attempts, fence };
}

/** Notifies this process's workers that a job was enqueued and committed. */
export class JobSignal {
  readonly #listeners = new Set<() => void>();
  // The same function for all units, so that a group that enqueued many jobs wakes the workers
  // once.
  readonly fire = (): void => {
    for (const listener of this.#listeners) listener();
  };

  listen(listener: () => void): () => void {
    // A wrapper of its own, so that a listener that was registered twice is called twice.
    const own = (): void => listener();
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }
}
