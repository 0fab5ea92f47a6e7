import { existsSync } from 'node:fs';
import { backUpStore } from '@interline/server';
import { attachPostgres } from '../support/postgres.ts';
import { copySchema } from './copy-schema.ts';
import type { ServiceStart } from './process-messages.ts';
import type { BackupPlace } from './run-store.ts';

/** Takes one copy of the store, in the process that writes to it, right behind the commit it names. */
export function storeCopy(
  backup: ServiceStart['backup'],
  storeDir: string,
): { noteCommit(): Promise<void> } {
  let left = backup?.afterCommit ?? 0;
  return {
    async noteCommit() {
      if (backup === null || left === 0) return;
      left -= 1;
      if (left > 0) return;
      await take(backup.place, storeDir).catch((error: unknown) => {
        // The unit has committed: to reject it here would be a fault that no database has.
        console.error('no copy of the store could be taken:', error);
        process.exit(1);
      });
    },
  };
}

async function take(place: BackupPlace, storeDir: string): Promise<void> {
  // An earlier life may have taken it.
  if (place.kind === 'sqlite') {
    if (!existsSync(place.file)) backUpStore(storeDir, place.file);
    return;
  }
  const postgres = attachPostgres(place.url);
  try {
    await copySchema(postgres, place.from, place.to);
  } finally {
    await postgres.stop();
  }
}
