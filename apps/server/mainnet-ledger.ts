import { join } from 'node:path';
import type { MainnetConfig } from './config/config-schema.ts';
import { databaseOf } from './config/database-of.ts';
import type { Deployment } from './deployment.ts';

/** Where a real deployment keeps its books; it needs no other secret than the database's. */
export function mainnetLedger(
  config: MainnetConfig,
  env: NodeJS.ProcessEnv,
): Pick<Deployment, 'ledgerDir' | 'database'> {
  return {
    ledgerDir: join(config.dataDir, 'mainnet'),
    database: databaseOf(config, 'mainnet', env),
  };
}
