import { openStore } from '@interline/adapters/store';
import { setClock, startHookWork } from './hook-work.ts';

// A worker as a process of its own: carries what hooks owe until it is killed.
const [file = '', aheadMs = '0'] = process.argv.slice(2);
const clock = setClock(Number(aheadMs));
startHookWork(await openStore({ file, clock }), clock);
