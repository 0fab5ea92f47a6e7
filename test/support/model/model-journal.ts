import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgresStore, openStore, type Store } from '@interline/adapters/store';
import type { TestPostgres } from '../postgres.ts';

/**
 * Where a model house keeps its journal; a copy is a backup, and what another house is restored
 * from.
 */
export interface ModelJournal {
  open(): Promise<Store>;
  copy(): Promise<ModelJournal>;
  remove(): Promise<void>;
}

/** A commit costs nothing where files are kept in memory. */
const folderOfFolders = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

export interface FileJournal extends ModelJournal {
  readonly folder: string;
}

/** SQLite in a folder of its own, with what that folder holds where one is given. */
export function fileJournal(copied?: string): FileJournal {
  const folder = mkdtempSync(join(folderOfFolders, 'interline-model-'));
  if (copied !== undefined) cpSync(copied, folder, { recursive: true });
  return {
    folder,
    open: () => openStore({ file: join(folder, 'journal.sqlite') }),
    copy: async () => fileJournal(folder),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A schema of its own. */
export function postgresJournal(
  postgres: TestPostgres,
  schema = postgres.newSchema(),
): ModelJournal {
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
      return postgresJournal(postgres, to);
    },
    remove: async () => {
      await postgres.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    },
  };
}
