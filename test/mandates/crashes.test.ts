import { textField } from '@interline/cli';
import { agentFetch, createClient } from '@interline/client';
import { type Devnet, startDevnet } from '@interline/devnet';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { arbitrum, base } from '../agents/agent-scene.ts';
import { outcomeOf } from '../agents/outcome-of.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { killPlaces, onKilledStores } from '../support/killed-store.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { mandatedBody, mandateScene, openMandate, register } from './mandate-scene.ts';
import { mandateId, mandateOfSample } from './sample-mandate.ts';

const child = fileURLToPath(new URL('./hold-and-die-child.ts', import.meta.url));

describe("a mandate's budget after a kill -9", () => {
  onKilledStores((given) => {
    for (const place of killPlaces)
      it(`${place} of the accepting unit equals the worth of its routes`, async () => {
        const told = await given().toldBefore(child, place);

        const store = await given().open();
        const { mandates, transfers } = store.reads;
        const { reserved, spent, uses } = (await mandates.mandate(mandateId)) ?? mandateOfSample;
        const routes = await transfers.unsettledRoutes(100_000);
        const held = await Promise.all(
          routes.map(async ({ id }) => ({
            id,
            payment: await mandates.paymentOfRoute(id),
            verdict: await mandates.verdictOfRoute(mandateId, id),
            isOpen: await mandates.isChallengeOpen(
              id.replace('rt_', 'nonce-'),
              mandateId,
              1_800_000_000_000,
            ),
          })),
        );
        await store.close();

        const worth = held.reduce((sum, { payment }) => sum + (payment?.cents ?? 0n), 0n);
        expect(told.length).to.be.at.least(50);
        expect(
          held.filter(({ payment, verdict, isOpen }) => payment === null || !verdict || isOpen),
        ).to.deep.equal([]);
        expect([reserved + spent, uses]).to.deep.equal([worth, held.length]);
        const ids = new Set(held.map(({ id }) => id));
        expect(told.filter((at) => !ids.has(`rt_${at}`))).to.deep.equal([]);
      });
  });
});

class Died extends Error {}

describe('a service that dies as it accepts what a mandate allows', () => {
  let devnet: Devnet;
  before(async () => {
    devnet = await startDevnet({ chainIds: [base, arbitrum], port: 0 });
  });
  after(() => devnet.stop());

  for (const place of ['before its COMMIT', 'after its COMMIT'] as const)
    it(`${place} pulls and counts it once, whatever the agent sends again`, async () => {
      const dataDir = await mkdtemp(join(fastFolder, 'interline-mandates-'));
      const dying = await dyingHarness(devnet, dataDir, place);
      const scene = await mandateScene(dying.harness);
      const token = await openMandate(scene);
      const { id } = await register(scene, token);
      const body = await mandatedBody(scene, { id, token });
      const headers = { 'idempotency-key': 'once' };
      const first = await scene.agent
        .call('POST /api/route/execute', { body }, { headers })
        .then(() => 'answered')
        .catch(() => 'lost');
      expect(dying.hasDied()).to.equal(true);
      await dying.harness.stop();

      const harness = await startHarness({ devnet, dataDir });
      const agent = createClient({
        baseUrl: harness.url,
        tries: 1,
        fetch: agentFetch(scene.agentPair, { origin: scene.origin }),
      });
      const again = await outcomeOf(agent.call('POST /api/route/execute', { body }, { headers }));
      const other = await outcomeOf(agent.call('POST /api/route/execute', { body }));
      const end = await endOfRoute(harness.client, textField(again.answer, 'id'));
      const { mandates } = harness.container.get(parts.store).reads;
      const { reserved, spent, uses } = (await mandates.mandate(id)) ?? mandateOfSample;
      const left = await usdcBalance(devnet, base, scene.wallet.address);
      await harness.stop();
      await rm(dataDir, { recursive: true });

      // What was committed is found, also by the request that saw it fail.
      const answered = place === 'before its COMMIT' ? 'lost' : 'answered';
      expect([first, again.status, end['status']]).to.deep.equal([answered, 200, 'DONE']);
      expect([other.status, other.code]).to.deep.equal([409, 'MANDATE_USED']);
      expect([reserved, spent, uses, left]).to.deep.equal([0n, 100n, 1, 999_000_000n]);
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
