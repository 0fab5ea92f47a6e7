import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startDevnet } from '@interline/devnet';
import { expect } from 'chai';
import type { Hex } from 'viem';
import { onPostgres } from '../contract/on-postgres.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import { startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { ended, sentBy } from './sponsor-scene.ts';
import { chainId, sponsoredPayer, transferCall } from './sponsored-payer.ts';

onPostgres((given) => {
  describe('two services over one database', () => {
    it('have one sponsored call of an account under way, however many are sent to both at once', async () => {
      const { postgres } = given();
      const devnet = await startDevnet({ chainIds: [chainId], port: 0 });
      const dataDir = await mkdtemp(join(fastFolder, 'interline-two-services-'));
      const shared = {
        devnet,
        dataDir,
        database: { url: postgres.url, schema: postgres.newSchema() },
      };
      const first = await startHarness(shared);
      const second = await startHarness(shared);
      try {
        const payer = await sponsoredPayer(first);
        const there = await sponsoredPayer(second);
        await payer.fund();
        const calls = [{ to: payer.usdc, data: transferCall(freshAddress() as Hex, 1_000n) }];
        const bodies = [];
        for (let key = 0; key < 20; key += 1)
          bodies.push(
            await payer.sign(await payer.prepare(calls, { nonceKey: String(key) }), calls),
          );
        await stopMining(devnet, chainId);
        const sentBefore = await sentBy(first, payer.relayer);

        const ends = await Promise.all(
          bodies.map((body, at) =>
            (at % 2 === 0 ? payer : there).execute(body).then(
              ({ status }) => status,
              ({ errorCode }: { readonly errorCode?: string }) => errorCode,
            ),
          ),
        );

        expect(ends.filter((one) => one === 'ACCEPTED')).to.have.length(1);
        expect(ends.filter((one) => one === 'RATE_LIMITED')).to.have.length(19);
        expect((await sentBy(first, payer.relayer)) - sentBefore).to.equal(1);
        await resumeMining(devnet, chainId);
        const taken = bodies[ends.indexOf('ACCEPTED')];
        expect((await ended(there, taken?.id ?? '')).status).to.equal('INCLUDED');
      } finally {
        await second.stop();
        await first.stop();
        await devnet.stop();
        await rm(dataDir, { recursive: true, force: true });
      }
    });
  });
});
