import type { Clock, Log } from '@interline/ports';
import { DataSource } from 'typeorm';
import { JobSignal } from '../jobs/job-signal.ts';
import { JobTable } from '../jobs/job-table.ts';
import { journalReader } from './journal/journal-reader.ts';
import { journalWriter } from './journal/journal-writer.ts';
import type { Store } from './open-store.ts';
import { Catalog } from './sql/catalog.ts';
import { Db } from './sql/db.ts';
import type { Dialect } from './sql/dialect.ts';
import { executeOn } from './sql/execute-on.ts';
import { WriteQueue } from './unit/write-queue.ts';

interface StoreParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log | null;
}

/** Connects, migrates and wires the journal; nothing stays open when a step fails. */
export async function openStoreOn(dialect: Dialect, { clock, log }: StoreParts): Promise<Store> {
  const writer = new DataSource(dialect.writer);
  const reader = new DataSource(dialect.reader);
  const close = async (): Promise<void> => {
    await Promise.all([writer, reader].filter((source) => source.isInitialized).map((source) => source.destroy()));
  };
  try {
    await writer.initialize();
    await writer.runMigrations({ transaction: 'each' });
    await reader.initialize();
  } catch (error) {
    await close();
    throw error;
  }

  const queue = new WriteQueue({ execute: executeOn(writer, dialect), dialect, catalog: new Catalog(writer), log });
  const signal = new JobSignal();
  return {
    work: { run: (name, work) => queue.run(name, (scope) => work(journalWriter(scope, dialect, signal.fire))) },
    reader: journalReader(new Db(new Catalog(reader), executeOn(reader, dialect))),
    jobs: new JobTable({ write: (name, work) => queue.run(name, work), dialect, clock, signal }),
    close: async () => {
      await queue.close();
      await close();
    },
  };
}
