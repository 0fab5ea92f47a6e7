import { systemClock } from '@interline/adapters/clock';
import { pinoLog } from '@interline/adapters/log';
import {
  compactFile,
  lockFolder,
  sizeInPostgres,
  sizeOfFile,
  type StoreSize,
  vacuumPostgres,
} from '@interline/adapters/store';
import { type Archived, archiveEnded, type ArchivePorts } from '@interline/core/transfer';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Deployment } from './deployment.ts';
import { lookInStore, notOpened, openServiceStore, storeFile } from './open-store.ts';

type StorePlace = Pick<Deployment, 'database' | 'storeDir'>;

export interface ArchiveRun {
  readonly afterMs: number;
  /** Only counts; a service may be at work on the store. */
  readonly isRehearsal: boolean;
  readonly onMoved: (soFar: Archived) => void;
  readonly stop: AbortSignal;
}

/**
 * Moves every route to the archive that may go there. A store in a file must not be in use; what
 * was moved when it is stopped stays moved.
 */
export async function archiveStore(
  place: StorePlace,
  { afterMs, isRehearsal, onMoved, stop }: ArchiveRun,
): Promise<Archived> {
  const archive = async (store: ArchivePorts['store']): Promise<Archived> => {
    const order = { nowMs: systemClock.now(), afterMs, lookAtMost: Infinity, isRehearsal, onMoved };
    const { moved, left } = await archiveEnded({ store, clock: systemClock }, order, null, stop);
    return { moved, left };
  };
  if (isRehearsal) {
    const counted = await lookInStore(place, (reads) =>
      archive({ reads, run: () => Promise.reject(new Error('a rehearsal writes nothing')) }),
    );
    return counted ?? { moved: 0, left: 0 };
  }
  const opened = await openServiceStore(place, pinoLog('warn'));
  try {
    return await archive(opened.store);
  } finally {
    await opened.close();
  }
}

/** What the store takes; a service may be at work on it. */
export async function storeSize({ database, storeDir }: StorePlace): Promise<StoreSize> {
  if (database.kind === 'postgres')
    return sizeInPostgres(database).catch((error: unknown) => {
      throw notOpened(error);
    });
  return sizeOfFile(existing(storeDir));
}

/**
 * Gives back what the store has no rows in: to the disk of a file, which must not be in use; in
 * PostgreSQL to the rows to come.
 */
export async function vacuumStore(
  { database, storeDir }: StorePlace,
  onTable: (table: string) => void,
): Promise<void> {
  if (database.kind === 'postgres')
    return vacuumPostgres(database, onTable).catch((error: unknown) => {
      throw notOpened(error);
    });
  const file = existing(storeDir);
  const lock = lockFolder(storeDir);
  try {
    compactFile(file);
  } finally {
    lock.release();
  }
}

function existing(storeDir: string): string {
  const file = join(storeDir, storeFile);
  if (!existsSync(file)) throw new Error(`there is no store at ${file}`);
  return file;
}
