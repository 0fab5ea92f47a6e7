import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pinoLog } from '@interline/adapters/log';
import {
  allPending,
  migrationStates,
  type MigrationState,
  postgresDialect,
  sqliteDialect,
} from '@interline/adapters/store';
import type { Deployment } from './deployment.ts';
import { storeFile, notOpened, openLedger } from './open-ledger.ts';

/** Which migrations the ledger has; reads only, so a service may be at work on it. */
export async function ledgerMigrations({
  database,
  ledgerDir,
}: Pick<Deployment, 'database' | 'ledgerDir'>): Promise<readonly MigrationState[]> {
  if (database.kind === 'postgres')
    return migrationStates(postgresDialect(database)).catch((error: unknown) => {
      throw notOpened(error);
    });
  const file = join(ledgerDir, storeFile);
  return existsSync(file) ? migrationStates(sqliteDialect(file)) : allPending();
}

/** Applies what is pending, as every start does. A ledger in a file must not be in use. */
export async function migrateLedger(
  place: Pick<Deployment, 'database' | 'ledgerDir'>,
): Promise<void> {
  const ledger = await openLedger(place, pinoLog('warn'));
  await ledger.close();
}
