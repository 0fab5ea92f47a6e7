import type { Clock, Instances } from '@interline/ports';
import type { Dialect } from '../store/engine/dialect.ts';
import type { UnitScope } from '../store/engine/unit.ts';

type Write = <T>(name: string, work: (scope: UnitScope) => Promise<T>) => Promise<T>;

interface InstanceTableParts {
  /** Serializable: two that join at once would else miss each other. */
  readonly writeUnit: Write;
  readonly writeLease: Write;
  readonly dialect: Pick<Dialect, 'leaseNow'>;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * The live processes in a table of the store's database. A row counts until its lease is over; so
 * does none that is leased for longer than a lease lasts, which a copy of the store from a machine
 * with another time has.
 */
export function instanceTable({
  writeUnit,
  writeLease,
  dialect: { leaseNow },
  clock,
}: InstanceTableParts): Instances {
  const isLive = `leased_until_ms > ${leaseNow} AND leased_until_ms <= ${leaseNow} + :leaseMs`;
  const given = (leaseMs: number) => ({ leaseMs, nowMs: clock.now() });
  return {
    join: (instance, leaseMs, judge) =>
      writeUnit('join-instances', async ({ db }) => {
        await db.run(`DELETE FROM instance WHERE NOT (${isLive})`, given(leaseMs));
        const judged = judge(
          await db.select('instance', 'WHERE id <> :id ORDER BY since_ms, id', { id: instance.id }),
        );
        const row = { ...instance, sinceMs: 0, leasedUntilMs: 0 };
        await db.insert('instance', row, 'ON CONFLICT (id) DO NOTHING');
        await db.run(
          `UPDATE instance SET since_ms = ${leaseNow}, leased_until_ms = ${leaseNow} + :leaseMs WHERE id = :id`,
          { id: instance.id, ...given(leaseMs) },
        );
        return judged;
      }),

    extend: (id, leaseMs) =>
      writeLease('extend-instance', async ({ db }) => {
        const { affected } = await db.run(
          `UPDATE instance SET leased_until_ms = ${leaseNow} + :leaseMs WHERE id = :id AND ${isLive}`,
          { id, ...given(leaseMs) },
        );
        return affected === 1;
      }),

    leave: (id) =>
      writeLease('leave-instances', async ({ db }) => {
        await db.run('DELETE FROM instance WHERE id = :id', { id });
      }),
  };
}
