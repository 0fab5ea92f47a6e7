import { join } from 'node:path';
import {
  lockFolder,
  NewerStore,
  openPostgresStore,
  openStore,
  type Store,
} from '@interline/adapters/store';
import type { Log } from '@interline/ports';
import type { Deployment } from './deployment.ts';

export interface OpenLedger {
  readonly store: Store;
  close(): Promise<void>;
}

/** In the ledger's folder. */
export const storeFile = 'journal.sqlite';

/** The journal: a file behind the folder's lock, or a database. */
export async function openLedger(
  { database, ledgerDir }: Pick<Deployment, 'database' | 'ledgerDir'>,
  log: Log,
): Promise<OpenLedger> {
  if (database.kind === 'postgres') {
    const store = await openPostgresStore({
      url: database.url,
      schema: database.schema,
      log,
    }).catch((error: unknown) => {
      throw notOpened(error);
    });
    return { store, close: () => store.close() };
  }
  const lock = lockFolder(ledgerDir);
  try {
    const store = await openStore({ file: join(ledgerDir, storeFile), log });
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

/** What the driver's and PostgreSQL's own codes mean to whoever set the URL. */
const meanings: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there: start it, or correct host and port',
  ENOTFOUND: 'there is no machine of that name',
  ETIMEDOUT: 'it does not answer: check host, port and firewall',
  '28P01': 'user or password are wrong',
  '28000':
    'it does not let this user in: there may be none of that name, or none from here, or it wants TLS',
  '3D000': 'it has no database of that name: create it, or correct the name',
  42501: 'the user may not create a schema or tables there',
  53300: 'it has no connection left',
};

/** The driver's words may hold the URL, so only its code is told. */
export function notOpened(error: unknown): Error {
  if (error instanceof NewerStore) return error;
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
  const meaning = code === null ? undefined : meanings[code];
  return new Error(
    `the ledger's PostgreSQL cannot be opened${code === null ? '' : ` (${code})`}; ${meaning ?? 'check its URL and that it is up'}`,
  );
}
