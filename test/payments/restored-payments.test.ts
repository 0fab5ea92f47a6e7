import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startDevnet } from '@interline/devnet';
import { expect } from 'chai';
import { fastFolder } from '../support/fast-folder.ts';
import { startHarness } from '../support/harness.ts';
import { buyer, chainId, demandOf, facilitatorOf, keyOf } from './payments-scene.ts';

describe('a payment of x402 that a restored store does not know', () => {
  it('is not reported as a success again, because it was reported before', async () => {
    const devnet = await startDevnet({ chainIds: [chainId], port: 0 });
    const folder = await mkdtemp(join(fastFolder, 'interline-restored-'));
    const [dataDir, backup] = [join(folder, 'data'), join(folder, 'backup')];
    try {
      const before = await startHarness({ devnet, dataDir });
      const key = await keyOf(before);
      const payer = await buyer(before);
      const demand = demandOf(before);
      await before.stop();
      await cp(dataDir, backup, { recursive: true });
      const lost = await startHarness({ devnet, dataDir });
      const payment = await payer.pay(demand);
      const told = await facilitatorOf(lost, key).settle(payment, demand);
      await lost.stop();

      const restored = await startHarness({ devnet, dataDir: backup });
      const again = await facilitatorOf(restored, key).settle(payment, demand);
      const { id } = again.extra as { readonly id: string }; // CAST: as documented.
      const shown: unknown = await (await fetch(`${restored.url}/api/payments/${id}`)).json();
      await restored.stop();

      const { transaction } = told;
      expect(told.success).to.equal(true);
      expect(again).to.deep.include({
        ...{ success: false, errorReason: 'duplicate_settlement', transaction },
      });
      expect(shown).to.deep.include({ status: 'SETTLED', transaction });
    } finally {
      await devnet.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
