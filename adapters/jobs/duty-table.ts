import type { Clock, Duties } from '@interline/ports';
import type { Dialect } from '../store/engine/dialect.ts';
import type { UnitScope } from '../store/engine/unit.ts';

interface DutyTableParts {
  readonly write: <T>(name: string, work: (scope: UnitScope) => Promise<T>) => Promise<T>;
  readonly dialect: Pick<Dialect, 'leaseNow'>;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Duties in a table of the store's database: one guarded statement takes or extends a lease, so two
 * workers never hold it.
 */
export function dutyTable({ write, dialect: { leaseNow }, clock }: DutyTableParts): Duties {
  return {
    hold: (duty, worker, leaseMs) =>
      write('hold-duty', async ({ db }) => {
        const [held] = await db.returning(
          'duty',
          `INSERT INTO duty (duty, worker, fence, leased_until_ms) VALUES (:duty, :worker, 1, ${leaseNow} + :leaseMs)
        ON CONFLICT (duty) DO UPDATE SET worker = excluded.worker, leased_until_ms = excluded.leased_until_ms,
          fence = CASE WHEN duty.worker = excluded.worker THEN duty.fence ELSE duty.fence + 1 END
        WHERE duty.worker = excluded.worker OR duty.leased_until_ms <= ${leaseNow}`,
          { duty, worker, leaseMs, nowMs: clock.now() },
        );
        return held === undefined ? null : held.fence;
      }),

    leave: (duty, worker) =>
      write('leave-duty', async ({ db }) => {
        await db.update('duty', { leasedUntilMs: 0 }, 'duty = :duty AND worker = :worker', {
          duty,
          worker,
        });
      }),
  };
}
