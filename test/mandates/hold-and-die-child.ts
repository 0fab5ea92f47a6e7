import { writeSync } from 'node:fs';
import { announcingStore } from '@interline/core';
import { permit, route } from '../contract/store-samples.ts';
import { dieAt, storeOfChild } from '../support/killed-store.ts';
import { mandateId, mandateOfSample } from './sample-mandate.ts';

// Accepts routes under a mandate until it is killed: from outside, in a unit before its COMMIT, or after one.
const { place, opened } = await storeOfChild();
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
      dieAt({ place, at }, 'before the COMMIT');
    });
    writeSync(1, `${at}\n`);
    dieAt({ place, at }, 'after the COMMIT');
  }
}
await Promise.all(Array.from({ length: 8 }, keepAccepting));
