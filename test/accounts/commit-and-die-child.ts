import { openStore } from '@interline/adapters/store';
import { tellOnce } from './hook-scene.ts';

// Commits an event of the account and is gone before anything is sent.
const [file = '', account = ''] = process.argv.slice(2);
const store = await openStore({ file });
await tellOnce(store, account, Date.now());
process.kill(process.pid, 'SIGKILL');
