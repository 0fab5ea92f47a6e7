import type { Clock, JobQueue, LeasedJob } from '@interline/ports';
import type { Dialect } from '../store/engine/dialect.ts';
import { inParts, listOf } from '../store/engine/statement.ts';
import type { UnitScope } from '../store/engine/unit.ts';
import type { JobRow } from './job-entity.ts';
import type { JobSignal } from './job-signal.ts';

interface JobTableParts {
  readonly write: <T>(name: string, work: (scope: UnitScope) => Promise<T>) => Promise<T>;
  readonly dialect: Dialect;
  readonly clock: Pick<Clock, 'now'>;
  readonly signal: JobSignal;
}

/**
 * Jobs in a table of the store's database, leased by time and guarded by fence. `attempts` counts
 * the lease at hand. On PostgreSQL too: graphile-worker enqueues in the unit as well, but it
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
      const now = this.#parts.clock.now();
      const rows = await db.returning(
        'job',
        `WITH due AS MATERIALIZED (SELECT id FROM job WHERE run_at_ms <= :now AND leased_until_ms <= :now
          ORDER BY run_at_ms, id LIMIT :limit ${this.#parts.dialect.skipLocked})
        UPDATE job SET worker = :worker, leased_until_ms = :until, fence = fence + 1, attempts = attempts + 1 WHERE id IN (SELECT id FROM due)`,
        { worker, until: now + leaseMs, now, limit },
      );
      return rows.toSorted((a, b) => a.runAtMs - b.runAtMs).map(leasedJob);
    });
  }

  heartbeat(worker: string, ids: readonly string[], leaseMs: number): Promise<readonly string[]> {
    return this.#parts.write('extend-leases', async ({ db }) => {
      const until = this.#parts.clock.now() + leaseMs;
      const held: JobRow[] = [];
      for (const part of inParts(ids)) {
        const list = listOf('job', part);
        held.push(
          ...(await db.returning(
            'job',
            `UPDATE job SET leased_until_ms = :until WHERE worker = :worker AND id IN (${list.text})`,
            { ...list.values, until, worker },
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
      // Asked for earlier, by somebody who may be waiting.
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
 * Leaves a job to whoever claims it next. What stands beside it in an UPDATE still reads the row as
 * it was.
 */
const givenBack = 'worker = NULL, leased_until_ms = 0, again_at_ms = NULL';

function leasedJob({ id, kind, subject, runAtMs, attempts, fence }: JobRow): LeasedJob {
  return { id, kind, subject, runAtMs, attempts, fence };
}
