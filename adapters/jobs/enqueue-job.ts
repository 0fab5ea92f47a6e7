import { randomUUID } from 'node:crypto';
import type { NewJob } from '@interline/ports';
import type { Db } from '../store/engine/db.ts';

/**
 * Enqueues one open job per kind and subject. A second call moves an idle job to the earlier time;
 * one that a worker holds will run once more, because that worker may have read the state before
 * this unit changed it.
 */
export async function enqueueJob(db: Db, job: NewJob): Promise<void> {
  await db.insert(
    'job',
    {
      ...job,
      id: randomUUID(),
      attempts: 0,
      fence: 0,
      worker: null,
      leasedUntilMs: 0,
      againAtMs: null,
    },
    `ON CONFLICT (kind, subject) DO UPDATE SET
      run_at_ms = CASE WHEN excluded.run_at_ms < job.run_at_ms THEN excluded.run_at_ms ELSE job.run_at_ms END,
      again_at_ms = CASE WHEN job.worker IS NULL THEN NULL
        WHEN job.again_at_ms < excluded.run_at_ms THEN job.again_at_ms ELSE excluded.run_at_ms END`,
  );
}
