import { writeSync } from 'node:fs';
import { announcingStore } from '@interline/core';
import { permit, route } from '../contract/store-samples.ts';
import { dieAt, storeOfChild } from '../support/killed-store.ts';
import { agentOfSample, agentId, keyId } from './sample-agent.ts';

// Accepts routes of an agent until it is killed: from outside, in a unit before its COMMIT, or after one.
const { place, opened } = await storeOfChild();
const store = announcingStore(opened, { now: () => 1_800_000_000_000 });
await store.run('register', (tx) => tx.agents.insertAgent(agentOfSample));

let next = 0;
async function keepAccepting(): Promise<never> {
  for (;;) {
    const at = next++;
    const id = `rt_${at}`;
    await store.run('accept-route', async (tx) => {
      const accepted = { ...route(id), permit: permit(BigInt(at)), createdAtMs: 1_800_000_000_000 };
      await tx.transfers.insertRoute(accepted);
      await tx.announce.acceptingForAgent(accepted, {
        ...{ agentId, keyId, nonce: `nonce-${at}`, nonceUntilMs: 1_900_000_000_000 },
        ...{ bodyHash: `body-${at}`, requestHash: `body-${at}`, cents: BigInt(at % 7) + 1n },
      });
      dieAt({ place, at }, 'before the COMMIT');
    });
    writeSync(1, `${at}\n`);
    dieAt({ place, at }, 'after the COMMIT');
  }
}
await Promise.all(Array.from({ length: 8 }, keepAccepting));
