import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openStoreOn, sqliteDialect, type Store } from '@interline/adapters/store';
import Database from 'better-sqlite3';
import { fastFolder } from '../fast-folder.ts';

/** What was committed at one moment, by table. */
export type StoreCopy = ReadonlyMap<string, readonly object[]>;

/**
 * A real store on SQLite that stays open from one history to the next: it is emptied, copied and
 * set back through a connection of its own, which sees what is committed only.
 */
export interface StoreBench {
  readonly store: Store;
  copy(): StoreCopy;
  /** No unit may be under way. */
  restore(copy: StoreCopy): void;
  close(): Promise<void>;
}

/** What a store without any row is restored from. */
export const emptyCopy: StoreCopy = new Map();

export async function openStoreBench(): Promise<StoreBench> {
  const folder = mkdtempSync(join(fastFolder, 'interline-histories-'));
  const file = join(folder, 'journal.sqlite');
  const store = await openStoreOn(sqliteDialect(file), {});
  const side = new Database(file);
  side.pragma('foreign_keys = OFF');
  side.pragma('synchronous = OFF');
  const tables = side
    .prepare<[], { readonly name: string }>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'migrations' AND name NOT LIKE 'sqlite_%'`,
    )
    .all()
    .map(({ name }) => {
      const columns = side
        .prepare<[string], { readonly name: string }>('SELECT name FROM pragma_table_info(?)')
        .all(name)
        .map((column) => `"${column.name}"`);
      return {
        name,
        all: side.prepare<[], object>(`SELECT * FROM "${name}"`),
        clear: side.prepare(`DELETE FROM "${name}"`),
        insert: side.prepare<[object]>(
          `INSERT INTO "${name}" (${columns.join(', ')}) VALUES (${columns
            .map((column) => `@${column.slice(1, -1)}`)
            .join(', ')})`,
        ),
      };
    });
  const restore = side.transaction((copy: StoreCopy) => {
    for (const { name, clear, insert } of tables) {
      clear.run();
      for (const row of copy.get(name) ?? []) insert.run(row);
    }
  });
  return {
    store,
    copy: () => new Map(tables.map(({ name, all }) => [name, all.all()])),
    restore,
    async close() {
      side.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
