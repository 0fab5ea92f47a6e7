import { createClient } from '@interline/client';
import { startDevnet } from '@interline/devnet';
import { evmChain } from '@interline/kernel';
import { parts } from '@interline/server';
import { x402Client } from '@x402/core/client';
import { wrapFetchWithPayment } from '@x402/fetch';
import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { onPostgres } from '../contract/on-postgres.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { sentBy } from '../sponsor/sponsor-scene.ts';
import { buyer, chainId, demandOf, facilitatorOf, identifiedBy, keyOf } from './payments-scene.ts';

onPostgres((given) => {
  describe('two services over one database', () => {
    it('settle an x402 payment once, and report success to one of the callers of both', async () => {
      const { postgres } = given();
      const devnet = await startDevnet({ chainIds: [chainId], port: 0 });
      const dataDir = await mkdtemp(join(fastFolder, 'interline-two-facilitators-'));
      const database = { url: postgres.url, schema: postgres.newSchema() };
      const first = await startHarness({ devnet, dataDir, database });
      const second = await startHarness({ devnet, dataDir, database });
      try {
        const key = await keyOf(first);
        const both = [facilitatorOf(first, key), facilitatorOf(second, key)];
        const payer = await buyer(first);
        const demand = demandOf(first);
        const plain = await payer.pay(demand);
        const id = 'pay_00000000000000b2';
        const named = await payer.pay(demand, identifiedBy(id));
        const naming = [first, second].map((one) =>
          facilitatorOf(one, key, { 'idempotency-key': id }),
        );
        const spender = first.container.get(parts.custody).account(evmChain(chainId), 'spender');
        const before = await sentBy(first, spender);
        const settle = (payment: typeof plain, by: typeof both) =>
          Promise.all(
            Array.from({ length: 10 }, () => by.map((one) => one.settle(payment, demand))).flat(),
          );

        const answers = await settle(plain, both);
        const alike = await settle(named, naming);

        expect(answers.filter(({ success }) => success)).to.have.length(1);
        expect(
          answers.filter(({ errorReason }) => errorReason === 'duplicate_settlement'),
        ).to.have.length(19);
        expect(alike.filter(({ success }) => success)).to.have.length(20);
        expect(new Set(alike.map(({ transaction }) => transaction)).size).to.equal(1);
        expect((await sentBy(first, spender)) - before).to.equal(2);
        expect(await usdcBalance(devnet, chainId, demand.payTo)).to.equal(20_000n);
      } finally {
        await second.stop();
        await first.stop();
        await devnet.stop();
        await rm(dataDir, { recursive: true, force: true });
      }
    });

    it('have one invoice paid by one payment, of two that are brought to both at once', async () => {
      const { postgres } = given();
      const devnet = await startDevnet({ chainIds: [chainId], port: 0 });
      const dataDir = await mkdtemp(join(fastFolder, 'interline-two-sellers-'));
      const database = { url: postgres.url, schema: postgres.newSchema() };
      const services = [
        await startHarness({ devnet, dataDir, database }),
        await startHarness({ devnet, dataDir, database }),
      ];
      const [first] = services as [Harness, Harness]; // CAST: as it stands above.
      try {
        const client = createClient({ baseUrl: first.url, sendsRefusedOnce: true });
        const body = { bundle: 'starter', asset: 'usdc-8453' } as const;
        for (let round = 0; round < 5; round += 1) {
          const { id } = await client.call('POST /api/plus/invoice', { body });
          const payers = await Promise.all(services.map((one) => buyer(one)));

          const answers = await Promise.all(
            services.map(async ({ url }, at) => {
              const paying = wrapFetchWithPayment(fetch, payers[at]?.client ?? new x402Client());
              const headers = { prefer: 'x402' };
              return paying(`${url}/api/plus/invoice/${id}`, { headers });
            }),
          );

          const held = await Promise.all(
            payers.map(({ address }) => usdcBalance(devnet, chainId, address)),
          );
          expect(answers.map(({ status }) => status)).to.deep.equal([200, 200]);
          expect(held.toSorted()).to.deep.equal([4_000_000n, 5_000_000n]);
        }
      } finally {
        for (const one of services) await one.stop();
        await devnet.stop();
        await rm(dataDir, { recursive: true, force: true });
      }
    });
  });
});
