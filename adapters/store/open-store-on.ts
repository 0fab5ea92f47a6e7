import type { Clock, Duties, JobQueue, JournalReader, Log, UnitOfWork } from '@interline/ports';
import { DataSource } from 'typeorm';
import { dutyTable } from '../jobs/duty-table.ts';
import { JobSignal } from '../jobs/job-signal.ts';
import { JobTable } from '../jobs/job-table.ts';
import { journalReader } from './journal/journal-reader.ts';
import { journalWriter } from './journal/journal-writer.ts';
import { applyMigrations } from './migrations/apply-migrations.ts';
import { Catalog } from './sql/catalog.ts';
import { Db } from './sql/db.ts';
import type { Dialect } from './sql/dialect.ts';
import { executeOn, openSession } from './sql/session.ts';
import { causeOf } from './unit/cause-of.ts';
import { WriteQueue } from './unit/write-queue.ts';

export interface StoreOptions {
  readonly log?: Log;
  /** Tells when jobs are due; the machine's clock when not given. */
  readonly clock?: Pick<Clock, 'now'>;
}

export interface Store {
  readonly work: UnitOfWork;
  readonly reader: JournalReader;
  readonly jobs: JobQueue;
  readonly duties: Duties;
  /** Whether other processes may work on it at the same time. */
  readonly isShared: boolean;
  /** Serves the units that wait, then closes. Later units reject with `STORE_DOWN`. */
  close(): Promise<void>;
}

/** Connects, migrates and wires the journal; nothing stays open when a step fails. */
export async function openStoreOn(dialect: Dialect, { log, clock = { now: Date.now } }: StoreOptions): Promise<Store> {
  const { shared } = dialect;
  const writer = new DataSource(dialect.writer);
  const reader = new DataSource(dialect.reader);
  const signal = new JobSignal();
  const close = async (): Promise<void> => {
    // The reader goes first: while it is open, the writer is not the last one and leaves its log behind.
    if (reader.isInitialized) await reader.destroy();
    if (!writer.isInitialized) return;
    await settle(dialect, writer, log);
    await writer.destroy();
  };
  const migrate = async (): Promise<void> => {
    await writer.initialize();
    await applyMigrations(writer);
  };
  try {
    await (shared === null ? migrate() : shared.alone(migrate));
    await reader.initialize();
    const doorbell = await shared?.openDoorbell(signal.fire);

    const common = { open: () => openSession(writer, dialect), catalog: new Catalog(writer), log: log ?? null };
    const units = new WriteQueue({ ...common, begin: dialect.begin, beginAlone: shared?.beginAlone ?? dialect.begin });
    const leases = shared === null ? units : new WriteQueue({ ...common, begin: shared.beginJobs, beginAlone: shared.beginJobs });
    const writeLeases: typeof units.run = (name, work) => (units.isInUnit() ? units : leases).run(name, work);
    const tell = (): void => {
      signal.fire();
      doorbell?.ring();
    };
    return {
      work: { run: (name, work) => units.run(name, (scope) => work(journalWriter(scope, dialect, tell))) },
      reader: journalReader(new Db(new Catalog(reader), executeOn(reader, dialect))),
      jobs: new JobTable({ write: writeLeases, dialect, clock, signal }),
      duties: dutyTable({ write: writeLeases, clock }),
      isShared: shared !== null,
      close: async () => {
        await Promise.all([units.close(), leases.close()]);
        await doorbell?.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Where it fails nothing is lost, since the next start reads the log; but the file alone is not the whole store. */
async function settle(dialect: Dialect, writer: DataSource, log: Log | undefined): Promise<void> {
  try {
    const isWhole = await dialect.settle?.(writer) ?? true;
    if (!isWhole) log?.warn('store-not-whole', { cause: 'another process reads it' });
  } catch (error) {
    log?.warn('store-not-whole', { cause: causeOf(error) });
  }
}
