import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPostgresStore, openStore, type Store } from '@interline/adapters/store';
import { fastFolder } from '../fast-folder.ts';
import type { TestPostgres } from '../postgres.ts';

/**
 * Where a model harness keeps its store; a copy is a backup, and what another harness is restored
 * from.
 */
export interface StorePlace {
  open(): Promise<Store>;
  copy(): Promise<StorePlace>;
  remove(): Promise<void>;
}

export interface FilePlace extends StorePlace {
  readonly folder: string;
}

/** SQLite in a folder of its own, with what that folder holds where one is given. */
export function filePlace(copied?: string): FilePlace {
  const folder = mkdtempSync(join(fastFolder, 'interline-model-'));
  if (copied !== undefined) cpSync(copied, folder, { recursive: true });
  const file = join(folder, 'journal.sqlite');
  return {
    folder,
    async open() {
      if (!existsSync(file)) writeFileSync(file, await emptyStore());
      return openStore({ file });
    },
    copy: async () => filePlace(folder),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

let empty: Promise<Buffer> | null = null;

/** The file of a store without any row: four fifths of the time to open a new one go into it. */
function emptyStore(): Promise<Buffer> {
  empty ??= makeEmptyStore();
  return empty;
}

async function makeEmptyStore(): Promise<Buffer> {
  const folder = mkdtempSync(join(fastFolder, 'interline-model-'));
  try {
    const file = join(folder, 'journal.sqlite');
    const store = await openStore({ file });
    await store.close();
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A schema of its own. */
export function postgresPlace(postgres: TestPostgres, schema = postgres.newSchema()): StorePlace {
  return {
    open: () => openPostgresStore({ url: postgres.url, schema }),
    async copy() {
      const to = postgres.newSchema();
      const tables = await postgres.query<{ name: string }>(
        `SELECT tablename AS name FROM pg_tables WHERE schemaname = '${schema}'`,
      );
      await postgres.query(
        `BEGIN ISOLATION LEVEL REPEATABLE READ; CREATE SCHEMA ${to}; ${tables
          .map(
            ({ name }) =>
              `CREATE TABLE ${to}."${name}" (LIKE ${schema}."${name}" INCLUDING ALL); INSERT INTO ${to}."${name}" SELECT * FROM ${schema}."${name}"`,
          )
          .join('; ')}; COMMIT`,
      );
      return postgresPlace(postgres, to);
    },
    remove: async () => {
      await postgres.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    },
  };
}
