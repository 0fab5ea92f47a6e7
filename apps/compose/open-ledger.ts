import { join } from 'node:path';
import { lockFolder, openPostgresStore, openStore, type Store } from '@interline/adapters/store';
import type { Log } from '@interline/ports';
import type { Deployment } from './deployment.ts';

export interface OpenLedger {
  readonly store: Store;
  close(): Promise<void>;
}

/** In the ledger's folder. */
export const journalFile = 'journal.sqlite';

/** The journal: a file behind the folder's lock, or a database. */
export async function openLedger({ database, ledgerDir }: Pick<Deployment, 'database' | 'ledgerDir'>, log: Log): Promise<OpenLedger> {
  if (database.kind === 'postgres') {
    const store = await openPostgresStore({ url: database.url, schema: database.schema, log }).catch((error: unknown) => { throw notOpened(error); });
    return { store, close: () => store.close() };
  }
  const lock = lockFolder(ledgerDir);
  try {
    const store = await openStore({ file: join(ledgerDir, journalFile), log });
    return {
      store,
      async close() {
        await store.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The driver's words may hold the URL, so only its code is told. */
export function notOpened(error: unknown): Error {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return new Error(`the ledger's PostgreSQL cannot be opened${code}; check its URL and that it is up`);
}
