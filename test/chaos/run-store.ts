import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { restoreStore } from '@interline/server';
import type { TestPostgres } from '../support/postgres.ts';
import { restoreSchema, schemaExists } from './copy-schema.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

/** Where a service takes a copy of its store to. */
export type BackupPlace =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly from: string; readonly to: string };

/** A run's store as its harness sees it, while no service has it open. */
export interface RunStore {
  readonly kind: DatabaseKind;
  /** For the service's config; null for a file in its data folder. */
  readonly database: { readonly url: string; readonly schema: string } | null;
  readonly backup: BackupPlace;
  hasBackup(): Promise<boolean>;
  /** Puts the copy in the place of the store. */
  restore(): Promise<void>;
  /** As if the leases of the process that died had run out, ten seconds later. */
  endLeases(): Promise<void>;
  drop(): Promise<void>;
}

export function sqliteRunStore(dataDir: string, storeDir: string): RunStore {
  const file = join(dataDir, 'older.sqlite');
  return {
    kind: 'sqlite',
    database: null,
    backup: { kind: 'sqlite', file },
    hasBackup: async () => existsSync(file),
    async restore() {
      for (const ending of ['', '-wal', '-shm'])
        await rm(join(storeDir, `journal.sqlite${ending}`), { force: true });
      restoreStore(storeDir, file);
    },
    // The next process takes them over at once: the folder's lock says that the other one is dead.
    endLeases: async () => undefined,
    drop: async () => undefined,
  };
}

export function postgresRunStore(postgres: TestPostgres): RunStore {
  const schema = postgres.newSchema();
  const copy = `${schema}_older`;
  return {
    kind: 'postgres',
    database: { url: postgres.url, schema },
    backup: { kind: 'postgres', url: postgres.url, from: schema, to: copy },
    hasBackup: () => schemaExists(postgres, copy),
    restore: () => restoreSchema(postgres, copy, schema),
    async endLeases() {
      if (!(await schemaExists(postgres, schema))) return;
      for (const table of ['job', 'duty'])
        await postgres.query(`UPDATE ${schema}.${table} SET leased_until_ms = 0`);
    },
    async drop() {
      for (const one of [schema, copy])
        await postgres.query(`DROP SCHEMA IF EXISTS ${one} CASCADE`);
    },
  };
}
