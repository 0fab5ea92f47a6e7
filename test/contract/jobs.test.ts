import { join } from 'node:path';
import { openStore } from '@interline/adapters/store';
import { jobsContract } from './jobs-contract.ts';
import { temporaryFolder } from './store-temporary-folder.ts';

jobsContract('SQLite', async (clock) => {
  const folder = temporaryFolder();
  const store = await openStore({ file: join(folder.path, 'journal.db'), clock });
  return {
    ...store,
    async close() {
      await store.close();
      folder.remove();
    },
  };
});
