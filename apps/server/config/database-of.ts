import type { DatabaseChoice } from '../deployment.ts';
import type { Config } from './config-schema.ts';
import { readSecret } from './secret-ref.ts';

/**
 * The config's database, else the one DATABASE_URL names, else a file. `ledger` names the schema:
 * two ledgers never share one.
 */
export function databaseOf(
  { database }: Pick<Config, 'database'>,
  ledger: string,
  env: NodeJS.ProcessEnv,
): DatabaseChoice {
  const named = env['DATABASE_URL'];
  const url = database === undefined ? named : readSecret(database.url, env);
  if (url === undefined || url === '') return { kind: 'file' };
  // Without this the driver would look for a machine of some other name.
  if (!/^postgres(ql)?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new Error(
      `${whereFrom(database)} holds no URL of a PostgreSQL; wanted postgres://user:password@host/name, with %-escapes where the password has signs like @ or a space`,
    );
  return {
    kind: 'postgres',
    url,
    schema:
      database?.schema ??
      `interline_${ledger.toLowerCase().replaceAll(/[^a-z0-9]/g, '_')}`.slice(0, 63),
  };
}

function whereFrom(database: Config['database']): string {
  if (database === undefined) return 'the environment variable DATABASE_URL';
  return 'env' in database.url
    ? `the environment variable ${database.url.env}`
    : `the file ${database.url.file}`;
}
