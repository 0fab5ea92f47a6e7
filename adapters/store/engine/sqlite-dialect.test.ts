import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteDialect } from './sqlite-dialect.ts';
import { expect } from 'chai';
import { DataSource } from 'typeorm';

describe('the connections to a SQLite file', () => {
  it('keep what they spill in memory, the reader too, so that they need no temporary folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'interline-dialect-'));
    const { writer, reader } = sqliteDialect(join(folder, 'journal.sqlite'));

    const settings = [];
    for (const options of [writer, reader]) {
      const source = new DataSource(options);
      await source.initialize();
      settings.push(...(await source.query<object[]>('PRAGMA temp_store')));
      await source.destroy();
    }
    await rm(folder, { recursive: true });

    // SQLite's number for memory.
    expect(settings).to.deep.equal([{ temp_store: 2 }, { temp_store: 2 }]);
  });
});
