import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RelayError } from '@interline/kernel';
import { expect } from 'chai';
import { DataSource } from 'typeorm';
import { openStore } from '../open-store.ts';
import { sqliteDialect } from '../sqlite-dialect.ts';
import { allPending, migrationStates } from './migration-state.ts';
import { migrations } from './migrations.ts';

describe('the state of migrations', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'interline-migrations-'));
    file = join(folder, 'journal.sqlite');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is pending in an empty database, and reading it leaves it empty', async () => {
    const source = await new DataSource(sqliteDialect(file).writer).initialize();

    const states = await migrationStates(sqliteDialect(file));

    expect(states).to.deep.equal(allPending());
    expect(states).to.have.length(migrations.length);
    expect(
      await source.query(`SELECT name FROM sqlite_master WHERE name = 'migrations'`),
    ).to.deep.equal([]);
    await source.destroy();
  });

  it('shows what was applied, what is still to come, and what a newer program left', async () => {
    const source = await new DataSource(sqliteDialect(file).writer).initialize();
    await source.runMigrations();
    await source.undoLastMigration();
    await source.query(
      `INSERT INTO migrations (timestamp, name) VALUES (1999999999999, 'Tomorrow1999999999999')`,
    );

    const states = (await migrationStates(sqliteDialect(file))).map(({ state }) => state);

    expect(states.slice(0, -2)).to.deep.equal(migrations.slice(1).map(() => 'applied'));
    expect(states.slice(-2)).to.deep.equal(['pending', 'unknown']);
    await source.destroy();
  });

  it('keeps an older program from starting on what a newer one made, before it changes anything', async () => {
    const source = await new DataSource(sqliteDialect(file).writer).initialize();
    await source.runMigrations();
    await source.undoLastMigration();
    await source.query(
      `INSERT INTO migrations (timestamp, name) VALUES (1999999999999, 'Tomorrow1999999999999')`,
    );
    await source.destroy();

    const fault: unknown = await openStore({ file }).catch((error: unknown) => error);

    expect(fault).to.be.instanceOf(RelayError).and.to.include({
      code: 'STORE_NEWER',
      message:
        'a newer release migrated this store (Tomorrow1999999999999), which this process does not know; update this process, or stop it',
    });
    expect(
      (await migrationStates(sqliteDialect(file))).map(({ state }) => state).slice(-2),
    ).to.deep.equal(['pending', 'unknown']);
  });
});
