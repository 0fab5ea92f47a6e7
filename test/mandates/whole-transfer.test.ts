import { textField } from '@interline/cli';
import { expect } from 'chai';
import { arbitrum, base } from '../agents/agent-scene.ts';
import { outcomeOf } from '../agents/outcome-of.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { mandatedBody, mandateScene, openMandate, register } from './mandate-scene.ts';

describe('a transfer under a mandate', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness();
  });
  after(() => harness.stop());

  for (const form of ['chain', 'bound'] as const)
    it(`goes from the mandate that @sd-jwt/core issued to its receipts, presented as ${form === 'chain' ? "AP2's chain" : 'RFC 9901 has it'}`, async () => {
      const scene = await mandateScene(harness);
      const token = await openMandate(scene);
      const { id } = await register(scene, token);
      const toAddress = freshAddress();
      const body = await mandatedBody(scene, { id, token }, { toAddress }, form);

      const { answer, ...outcome } = await outcomeOf(
        scene.agent.call('POST /api/route/execute', { body }),
      );
      expect(outcome).to.include({ status: 200 });
      const end = await endOfRoute(harness.client, textField(answer, 'id'));

      expect(end).to.include({ status: 'DONE' });
      expect(await usdcBalance(harness.devnet, base, scene.wallet.address)).to.equal(999_000_000n);
      expect(await usdcBalance(harness.devnet, arbitrum, toAddress)).to.equal(
        BigInt(textField(end, 'bridged')),
      );
    });
});
