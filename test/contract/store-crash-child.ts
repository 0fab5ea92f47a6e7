import { writeSync } from 'node:fs';
import { openStore } from '@interline/adapters/store';
import { base, route, spender } from './store-samples.ts';

// Runs units until it is killed, and says the number of each one whose promise resolved.
const store = await openStore({ file: process.argv[2] ?? '' });
await store.run('open', (tx) => tx.transactions.openAccount(base, spender, 0));

let next = 0;
async function keepAccepting(): Promise<never> {
  for (;;) {
    const at = next++;
    await store.run('accept-route', async (tx) => {
      await tx.transactions.allotSlot(base, spender);
      await tx.transfers.insertRoute(route(`rt_${at}_a`));
      await tx.transfers.insertRoute(route(`rt_${at}_b`));
    });
    writeSync(1, `${at}\n`);
  }
}
await Promise.all(Array.from({ length: 8 }, keepAccepting));
