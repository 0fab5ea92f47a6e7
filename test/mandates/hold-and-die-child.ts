import { writeSync } from 'node:fs';
import { announcingStore } from '@interline/core';
import { openStore } from '@interline/adapters/store';
import { permit, route } from '../contract/store-samples.ts';
import { mandateId, mandateOfSample } from './sample-mandate.ts';

// Accepts routes under a mandate until it is killed: from outside, in a unit before its COMMIT, or after one.
const [file = '', place = 'outside'] = process.argv.slice(2);
const opened = await openStore({ file });
const atMs = 1_800_000_000_000;
const store = announcingStore(opened, { now: () => atMs });
await store.run('register', (tx) => tx.mandates.insertMandate(mandateOfSample));

let next = 0;
async function keepAccepting(): Promise<never> {
  for (;;) {
    const at = next++;
    const nonceHash = `nonce-${at}`;
    await store.run('ask', (tx) =>
      tx.mandates.insertChallenge({ nonceHash, mandateId, expiresAtMs: atMs + 1 }),
    );
    await store.run('accept-route', async (tx) => {
      const accepted = { ...route(`rt_${at}`), permit: permit(BigInt(at)), createdAtMs: atMs };
      await tx.transfers.insertRoute(accepted);
      await tx.announce.acceptingUnderMandate(accepted, {
        ...{ mandateId, agentKeyId: 'k1', closedHash: `closed-${at}`, nonceHash },
        ...{ reference: `reference-${at}`, claims: {} },
        ...{ cents: BigInt(at % 7) + 1n, worthCents: 1n },
      });
      if (place === 'before the COMMIT' && at === 60) process.kill(process.pid, 'SIGKILL');
    });
    writeSync(1, `${at}\n`);
    if (place === 'after the COMMIT' && at === 60) process.kill(process.pid, 'SIGKILL');
  }
}
await Promise.all(Array.from({ length: 8 }, keepAccepting));
