import { type Devnet, startDevnet } from '@interline/devnet';
import { evmChain, type SignedTransaction } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fastFolder } from '../support/fast-folder.ts';
import { startHarness } from '../support/harness.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { booksOf, sentBy } from '../sponsor/sponsor-scene.ts';
import { buyer, chainId, demandOf, facilitatorOf, keyOf } from './payments-scene.ts';

/** Where the process dies: nothing of it is committed or sent from then on. */
const places = [
  'before the unit that accepts it',
  'in that unit, before its COMMIT',
  'after the COMMIT, before it is sent',
  'after it was sent',
  'before the unit that stores its end',
  'in that unit, before its COMMIT too',
] as const;

type Place = (typeof places)[number];

class Died extends Error {}

describe('a payment of x402 whose process dies', () => {
  let devnet: Devnet;
  before(async () => {
    devnet = await startDevnet({ chainIds: [chainId], port: 0 });
  });
  after(() => devnet.stop());

  for (const place of places) {
    it(`${place} is settled once, and its success reported once to a caller that asks again`, async () => {
      const dataDir = await mkdtemp(join(fastFolder, 'interline-payments-'));
      const uncommitted: string[] = [];
      const dying = await service(devnet, dataDir, place, uncommitted);
      const key = await keyOf(dying.harness);
      const payer = await buyer(dying.harness);
      const demand = demandOf(dying.harness);
      const payment = await payer.pay(demand);
      const custody = dying.harness.container.get(parts.custody);
      const spender = custody.account(evmChain(chainId), 'spender');
      const before = await sentBy(dying.harness, spender);
      const first = facilitatorOf(dying.harness, key).settle(payment, demand);
      const told = await Promise.race([
        first.then(
          ({ success }) => success,
          () => false,
        ),
        dying.death.then(() => false),
      ]);
      await dying.death;
      await dying.harness.stop();
      await first.catch(() => undefined);

      const { harness } = await service(devnet, dataDir, null, uncommitted);
      // The seller knows nothing of how the first one ended, and asks for the same.
      const facilitator = facilitatorOf(harness, key);
      const answers = [
        await facilitator.settle(payment, demand),
        await facilitator.settle(payment, demand),
      ];
      const sent = (await sentBy(harness, spender)) - before;
      const { deficits, unclaimed } = await booksOf(harness);
      await harness.stop();
      await rm(dataDir, { recursive: true });

      expect({ told, sent, deficits, unclaimed, uncommitted }).to.deep.equal({
        ...{ told: false, sent: 1, deficits: [], unclaimed: {}, uncommitted: [] },
      });
      expect(answers.map(({ success }) => success)).to.deep.equal([true, false]);
      expect(await usdcBalance(devnet, chainId, demand.payTo)).to.equal(10_000n);
      expect(await usdcBalance(devnet, chainId, payer.address)).to.equal(4_990_000n);
    });
  }
});

/** A service that dies at the place, once; null for one that lives. */
async function service(
  devnet: Devnet,
  dataDir: string,
  place: Place | null,
  uncommitted: string[],
) {
  let isDead = false;
  let hasDied = (): void => undefined;
  const death = new Promise<void>((resolve) => {
    hasDied = resolve;
  });
  const come = (to: Place): void => {
    if (to === place) {
      isDead = true;
      hasDied();
    }
    if (isDead) throw new Died();
  };
  const harness = await startHarness({
    devnet,
    dataDir,
    rebind(container) {
      const store = container.get(parts.openStore);
      const run: typeof store.run = async (name, work) => {
        if (isDead) throw new Died();
        if (name === 'commit-settlement') come('before the unit that accepts it');
        if (name === 'end-settlement') come('before the unit that stores its end');
        return store.run(name, async (tx) => {
          const done = await work(tx);
          if (name === 'commit-settlement') come('in that unit, before its COMMIT');
          if (name === 'end-settlement') come('in that unit, before its COMMIT too');
          return done;
        });
      };
      container.rebind(parts.openStore).toConstantValue({ ...store, run });
      const custody = container.get(parts.custody);
      const broadcast = async (signed: readonly SignedTransaction[]) => {
        const isPayment = signed.some(({ tx }) => String(tx['data']).startsWith('0xe3ee160e'));
        if (isPayment && !isDead) {
          for (const { hash } of signed)
            if ((await store.reads.transactions.signedTransaction(hash)) === null)
              uncommitted.push(hash);
          if (place === 'after the COMMIT, before it is sent') {
            isDead = true;
            hasDied();
          }
        }
        if (isDead) return signed.map(() => 'unknown' as const);
        const told = await custody.broadcast(signed);
        if (isPayment && place === 'after it was sent') {
          isDead = true;
          hasDied();
        }
        return told;
      };
      container.rebind(parts.custody).toConstantValue({ ...custody, broadcast });
    },
  });
  return { harness, death };
}
