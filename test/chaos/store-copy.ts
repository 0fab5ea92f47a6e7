import { existsSync } from 'node:fs';
import { backUpStore } from '@interline/server';
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
  if (place.kind === 'postgres') return copySchema(place.url, place.from, place.to);
  // An earlier life may have taken it.
  if (!existsSync(place.file)) backUpStore(storeDir, place.file);
}
