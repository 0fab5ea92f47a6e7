import { type Devnet, startDevnet } from '@interline/devnet';
import type { SignedTransaction } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hex } from 'viem';
import { fastFolder } from '../support/fast-folder.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import { startHarness } from '../support/harness.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { booksOf, ended } from './sponsor-scene.ts';
import { chainId, sponsoredPayer, transferCall } from './sponsored-payer.ts';

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

describe('a sponsored call whose process dies', () => {
  let devnet: Devnet;
  before(async () => {
    devnet = await startDevnet({ chainIds: [chainId], port: 0 });
  });
  after(() => devnet.stop());

  for (const place of places) {
    it(`${place} is made once, and its fee paid once`, async () => {
      const dataDir = await mkdtemp(join(fastFolder, 'interline-sponsor-'));
      const uncommitted: string[] = [];
      const dying = await service(devnet, dataDir, place, uncommitted);
      const payer = await sponsoredPayer(dying.harness);
      await payer.fund();
      const recipient = freshAddress() as Hex;
      const calls = [{ to: payer.usdc, data: transferCall(recipient, 1_000n) }];
      const prepared = await payer.prepare(calls);
      const body = await payer.sign(prepared, calls);
      await payer.execute(body).catch(() => undefined);
      await dying.death;
      await dying.harness.stop();

      const { harness } = await service(devnet, dataDir, null, uncommitted);
      const again = await sponsoredPayer(harness);
      // The client knows nothing of how the first one ended, and sends the same.
      await again.execute(body);
      const { status } = await ended(again, prepared.id);
      const paid = await usdcBalance(devnet, chainId, payer.relayer);
      const { fees, deficits, unclaimed } = await booksOf(harness);
      await harness.stop();
      await rm(dataDir, { recursive: true });

      const fee = BigInt(prepared.fee.amount);
      expect({ status, fees, deficits, unclaimed, uncommitted }).to.deep.equal({
        status: 'INCLUDED',
        fees: { USDC: fee },
        deficits: [],
        unclaimed: {},
        uncommitted: [],
      });
      expect(await usdcBalance(devnet, chainId, recipient)).to.equal(1_000n);
      expect(await usdcBalance(devnet, chainId, payer.address)).to.equal(5_000_000n - fee - 1_000n);
      expect(paid % 1_000_000_000n).to.equal(fee);
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
        if (name === 'send-sponsored') come('before the unit that accepts it');
        if (name === 'settle-sponsored') come('before the unit that stores its end');
        return store.run(name, async (tx) => {
          const done = await work(tx);
          if (name === 'send-sponsored') come('in that unit, before its COMMIT');
          if (name === 'settle-sponsored') come('in that unit, before its COMMIT too');
          return done;
        });
      };
      container.rebind(parts.openStore).toConstantValue({ ...store, run });
      const custody = container.get(parts.custody);
      const broadcast = async (signed: readonly SignedTransaction[]) => {
        const isSponsored = signed.some(({ tx }) => tx['authorizations'] !== undefined);
        if (isSponsored && !isDead) {
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
        if (isSponsored && place === 'after it was sent') {
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
