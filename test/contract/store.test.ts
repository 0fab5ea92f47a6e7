import { join } from 'node:path';
import { openStore } from '@interline/adapters/store';
import { storeContract } from './store-contract.ts';
import { temporaryFolder } from './store-temporary-folder.ts';

storeContract('SQLite', async () => {
  const folder = temporaryFolder();
  const store = await openStore({ file: join(folder.path, 'journal.db') });
  return {
    ...store,
    async close() {
      await store.close();
      folder.remove();
    },
  };
});
