import type { Clock, JobQueue, JournalReader, Log, UnitOfWork } from '@interline/ports';
import { openStoreOn } from './open-store-on.ts';
import { sqliteDialect } from './sql/sqlite-dialect.ts';

export interface StoreOptions {
  /** The database file; it and its folder are made when missing, and brought to the newest form. */
  readonly file: string;
  readonly log?: Log;
  /** Tells when jobs are due; the machine's clock when not given. */
  readonly clock?: Pick<Clock, 'now'>;
}

export interface Store {
  readonly work: UnitOfWork;
  readonly reader: JournalReader;
  readonly jobs: JobQueue;
  /** Serves the units that wait, then closes. Later units reject with `STORE_DOWN`. */
  close(): Promise<void>;
}

/** The journal in one SQLite file. Only one process may have it open: see `lockFolder`. */
export function openStore({ file, log, clock = { now: Date.now } }: StoreOptions): Promise<Store> {
  return openStoreOn(sqliteDialect(file), { clock, log: log ?? null });
}
