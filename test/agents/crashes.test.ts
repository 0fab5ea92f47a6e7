import { type Devnet, startDevnet } from '@interline/devnet';
import { textField } from '@interline/cli';
import { parts } from '@interline/server';
import { utcDay } from '@interline/kernel';
import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agentFetch, createClient } from '@interline/client';
import { endOfRoute } from '../support/end-of-route.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { killPlaces, onKilledStores } from '../support/killed-store.ts';
import { agentScene, arbitrum, base, signedBody } from './agent-scene.ts';
import { outcomeOf } from './outcome-of.ts';
import { agentId, keyId } from './sample-agent.ts';

const child = fileURLToPath(new URL('./hold-and-die-child.ts', import.meta.url));
const day = utcDay(1_800_000_000_000);

describe("an agent's budget after a kill -9", () => {
  onKilledStores((given) => {
    for (const place of killPlaces)
      it(`${place} of the accepting unit equals the worth of its routes`, async () => {
        const told = await given().toldBefore(child, place);

        const store = await given().open();
        const { reserved, spent } = await store.reads.agents.agentDay(agentId, day);
        const routes = await store.reads.transfers.unsettledRoutes(100_000);
        const held = await Promise.all(
          routes.map(async ({ id }) => ({
            id,
            route: await store.reads.agents.agentRoute(id),
            isUsed: await store.reads.agents.isNonceUsed(keyId, id.replace('rt_', 'nonce-')),
          })),
        );
        await store.close();

        const worth = held.reduce((sum, { route }) => sum + (route?.cents ?? 0n), 0n);
        expect(held.length).to.be.at.least(told.length);
        expect(told.length).to.be.at.least(50);
        expect(held.filter(({ route, isUsed }) => route === null || !isUsed)).to.deep.equal([]);
        expect([reserved, spent]).to.deep.equal([worth, 0n]);
        const ids = new Set(held.map(({ id }) => id));
        expect(told.filter((at) => !ids.has(`rt_${at}`))).to.deep.equal([]);
      });
  });
});

class Died extends Error {}

describe('a service that dies as it accepts what an agent asks for', () => {
  let devnet: Devnet;
  before(async () => {
    devnet = await startDevnet({ chainIds: [base, arbitrum], port: 0 });
  });
  after(() => devnet.stop());

  for (const place of ['before its COMMIT', 'after its COMMIT'] as const)
    it(`${place} takes the budget once, whatever the agent sends again`, async () => {
      const dataDir = await mkdtemp(join(fastFolder, 'interline-agents-'));
      const dying = await dyingHarness(devnet, dataDir, place);
      const scene = await agentScene(dying.harness, { maxPerDay: '150' });
      const body = await signedBody(dying.harness, scene);
      const first = await scene.agent
        .call('POST /api/route/execute', { body })
        .then(() => 'answered')
        .catch(() => 'lost');
      expect(dying.hasDied()).to.equal(true);
      await dying.harness.stop();

      const harness = await startHarness({ devnet, dataDir });
      const agent = createClient({
        baseUrl: harness.url,
        tries: 1,
        fetch: agentFetch(scene.key, { origin: scene.origin }),
      });
      const again = await outcomeOf(agent.call('POST /api/route/execute', { body }));
      const end = await endOfRoute(harness.client, textField(again.answer, 'id'));
      const { today } = await agent.call('GET /api/agents/{id}', { params: { id: scene.id } });
      await harness.stop();
      await rm(dataDir, { recursive: true });

      // What was committed is found, also by the request that saw it fail.
      const answered = place === 'before its COMMIT' ? 'lost' : 'answered';
      expect([first, again.status, end['status']]).to.deep.equal([answered, 200, 'DONE']);
      expect([today.reserved, today.spent, today.left]).to.deep.equal(['0', '100', '50']);
    });
});

/** A service whose store does nothing any more from the accepting unit on. */
async function dyingHarness(
  devnet: Devnet,
  dataDir: string,
  place: 'before its COMMIT' | 'after its COMMIT',
): Promise<{ readonly harness: Harness; readonly hasDied: () => boolean }> {
  let isDead = false;
  const harness = await startHarness({
    devnet,
    dataDir,
    rebind(container) {
      const store = container.get(parts.openStore);
      const run: typeof store.run = async (name, work) => {
        if (isDead) throw new Died();
        const done = await store.run(name, async (tx) => {
          const worked = await work(tx);
          if (name === 'accept-route' && place === 'before its COMMIT') {
            isDead = true;
            throw new Died();
          }
          return worked;
        });
        if (name === 'accept-route') {
          isDead = true;
          throw new Died();
        }
        return done;
      };
      container.rebind(parts.openStore).toConstantValue({ ...store, run });
    },
  });
  return { harness, hasDied: () => isDead };
}
