import type { Reads, Writes } from '@interline/core';
import type {
  Clock,
  Duties,
  Instances,
  JobQueue,
  Log,
  RouteNotifier,
  StorePort,
} from '@interline/ports';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { dutyTable } from '../../jobs/duty-table.ts';
import { instanceTable } from '../../jobs/instance-table.ts';
import { JobSignal, JobTable } from '../../jobs/job-table.ts';
import { readsWith } from '../replica-reads.ts';
import { readsOf, type Tell, writesOf } from '../repositories.ts';
import { Catalog } from './catalog.ts';
import { Db } from './db.ts';
import type { Dialect } from './dialect.ts';
import { applyMigrations } from './migrations/apply-migrations.ts';
import { assertKnownStore } from './migrations/known-migrations.ts';
import { postgresDialect, type PostgresPlace } from './postgres-dialect.ts';
import type { ReplicaWatch } from './replica.ts';
import { RouteSignal } from './route-signal.ts';
import { executeOn, openSession } from './session.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { causeOf, storeDown } from './store-down.ts';
import { WriteQueue } from './write-queue.ts';

/**
 * The store in one SQLite file; it and its folder are made when missing, for their owner alone,
 * and brought to the newest form. Only one process may have it open: see `lockFolder`.
 */
export async function openStore({
  file,
  ...options
}: StoreOptions & { readonly file: string }): Promise<Store> {
  makeOwn(file);
  return openStoreOn(sqliteDialect(file), options);
}

/**
 * The store in a schema of a PostgreSQL database, for any number of processes; made when missing,
 * and brought to the newest form. Once a newer release has migrated it, every unit and lease of
 * this process is refused with `STORE_NEWER`; reads go on.
 */
export function openPostgresStore({
  log,
  clock,
  ...place
}: StoreOptions & PostgresPlace): Promise<Store> {
  return openStoreOn(postgresDialect(place), {
    ...(log === undefined ? {} : { log }),
    ...(clock === undefined ? {} : { clock }),
  });
}

/**
 * It holds the secrets of webhooks and what payers signed. SQLite gives what it makes beside the
 * file the file's own mode.
 */
function makeOwn(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // An existing file is left alone: closing it here would free the locks that this process has on
  // it.
  if (!existsSync(file)) writeFileSync(file, '', { flag: 'a', mode: 0o600 });
}

export interface StoreOptions {
  readonly log?: Log;
  /**
   * Decides when jobs are due, and in a file also when leases end; the machine's clock where left
   * out. In PostgreSQL leases end by the database's clock.
   */
  readonly clock?: Pick<Clock, 'now'>;
}

export interface Store extends StorePort<Reads, Writes> {
  readonly jobs: JobQueue;
  readonly duties: Duties;
  /** Useful only where several processes may work on it. */
  readonly instances: Instances;
  readonly notifier: RouteNotifier;
  /** Whether other processes may work on it at the same time. */
  readonly isShared: boolean;
  /** What answers reads that may lag; null where the store has no replica. */
  readonly replica: ReplicaWatch | null;
  /**
   * Commits a row and removes it, runs an empty unit and reads, so that every kind of connection is
   * used. Rejects with `STORE_DOWN` when one of them fails, and with `STORE_NEWER`.
   */
  check(): Promise<void>;
  /** Serves the units that wait, then closes. Later units reject with `STORE_DOWN`. */
  close(): Promise<void>;
}

/** Connects, migrates and wires the store; nothing stays open when a step fails. */
export async function openStoreOn(
  dialect: Dialect,
  { log, clock = { now: Date.now } }: StoreOptions,
): Promise<Store> {
  const { shared } = dialect;
  const writer = new DataSource(dialect.writer);
  const reader = new DataSource(dialect.reader);
  const signal = new JobSignal();
  const routes = new RouteSignal();
  const close = async (): Promise<void> => {
    // The reader goes first: while it is open, the writer is not the last one and leaves its log
    // behind.
    if (reader.isInitialized) await reader.destroy();
    if (!writer.isInitialized) return;
    await settle(dialect, writer, log);
    await writer.destroy();
  };
  try {
    await shared?.alone(() => migrate(shared.migrator));
    await writer.initialize();
    if (shared === null) await applyMigrations(writer);
    await reader.initialize();
    const read = executeOn(reader, dialect);
    const notifier = await shared?.openNotifier({
      hear: {
        jobs: signal.fire,
        route: (id) => routes.fire(id),
        gap() {
          signal.fire();
          routes.fireAll();
        },
      },
      execute: read,
      log: log ?? null,
    });

    const replica = shared?.openReplica({ primary: read, log: log ?? null }) ?? null;
    const catalog = new Catalog(reader);
    const db = new Db(catalog, read);
    const common = {
      open: () => openSession(writer, dialect),
      checkPlace: dialect.checkPlace,
      // A file has one process, which checked at its start; here a newer one may migrate meanwhile.
      assertMayWrite: shared === null ? undefined : assertKnownStore,
      catalog: new Catalog(writer),
      log: log ?? null,
    };
    const units = new WriteQueue({
      ...common,
      begin: dialect.begin,
      beginAlone: shared?.beginAlone ?? dialect.begin,
    });
    const leases =
      shared === null
        ? units
        : new WriteQueue({ ...common, begin: shared.beginJobs, beginAlone: shared.beginJobs });
    const writeLeases: typeof units.run = (name, work) =>
      (units.isInUnit() ? units : leases).run(name, work);
    const tell: Tell = {
      jobs() {
        signal.fire();
        notifier?.sayJobs();
      },
      route(id) {
        routes.fire(id);
        notifier?.sayRoute(id);
      },
    };
    return {
      run: (name, work) => units.run(name, (scope) => work(writesOf(scope, dialect, tell))),
      reads:
        replica === null ? readsOf(db) : readsWith(replica, new Db(catalog, replica.execute), db),
      jobs: new JobTable({ write: writeLeases, dialect, clock, signal }),
      duties: dutyTable({ write: writeLeases, dialect, clock }),
      instances: instanceTable({
        writeUnit: (name, work) => units.run(name, work),
        writeLease: writeLeases,
        dialect,
        clock,
      }),
      notifier: routes,
      isShared: shared !== null,
      replica,
      check: async () => {
        checkPlace(dialect);
        const emptyUnit = units.run('check-units', async () => undefined);
        await Promise.all([checkWrite(writeLeases), emptyUnit, read('SELECT 1', [])]);
      },
      close: async () => {
        await Promise.all([units.close(), leases.close()]);
        await Promise.all([notifier?.close(), replica?.close()]);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Where it fails nothing is lost, since the next start reads the log; but the file alone is not the
 * whole store.
 */
async function settle(dialect: Dialect, writer: DataSource, log: Log | undefined): Promise<void> {
  try {
    const isWhole = (await dialect.settle?.(writer)) ?? true;
    if (!isWhole) log?.warn('store-not-whole', { cause: 'another process reads it' });
  } catch (error) {
    log?.warn('store-not-whole', { cause: causeOf(error) });
  }
}

async function migrate(options: DataSourceOptions): Promise<void> {
  const migrator = new DataSource(options);
  await migrator.initialize();
  try {
    await applyMigrations(migrator);
  } finally {
    await migrator.destroy();
  }
}

/** Runs ahead of the database, whose own error would not name the cause. */
function checkPlace(dialect: Dialect): void {
  try {
    dialect.checkPlace?.();
  } catch (error) {
    throw storeDown(error);
  }
}

/**
 * A row of its own, written and deleted within one commit, so that the checks of several processes
 * do not meet.
 */
function checkWrite(write: WriteQueue['run']): Promise<void> {
  return write('check-write', async ({ db }) => {
    const duty = `check ${randomUUID()}`;
    await db.insert('duty', { duty, worker: '', fence: 0, leasedUntilMs: 0 });
    await db.run('DELETE FROM duty WHERE duty = :duty', { duty });
  });
}
