import { spawnSync } from 'node:child_process';
import type { TestPostgres } from '../../support/postgres.ts';
import type { FleetSeen, Way } from './measure-fleet.ts';
import { findPooler, startPooler } from './pooler.ts';

export type Pooled =
  | { readonly kind: 'measured'; readonly seen: FleetSeen; readonly version: string }
  | { readonly kind: 'left out'; readonly reason: string };

/** As the store asks for them where it connects directly. */
const deadlines = { statement_timeout: 8_000, idle_in_transaction_session_timeout: 4_000 };

/** The fleet with PgBouncer between it and the database. */
export async function throughPooler(
  postgres: TestPostgres,
  measure: (way: Way) => Promise<FleetSeen>,
): Promise<Pooled> {
  const program = findPooler();
  if (program === null)
    return {
      kind: 'left out',
      reason:
        'there is no PgBouncer on this machine (npm has none; Debian: apt-get install pgbouncer)',
    };
  const version =
    spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.split('\n')[0] ?? '';
  const wayBy = (url: string): Way => ({
    url,
    async prepare(schema) {
      const settings = { search_path: schema, ...deadlines };
      for (const [setting, value] of Object.entries(settings))
        await postgres.query(`ALTER ROLE CURRENT_USER SET ${setting} = ${value}`);
    },
  });
  const pooler = await startPooler(program, postgres.url, 'session');
  try {
    return { kind: 'measured', seen: await measure(wayBy(pooler.url)), version };
  } finally {
    for (const setting of ['search_path', ...Object.keys(deadlines)])
      await postgres.query(`ALTER ROLE CURRENT_USER RESET ${setting}`);
    await pooler.stop();
  }
}
