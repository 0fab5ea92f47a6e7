import { textField } from '@interline/cli';
import { expect } from 'chai';
import { endOfRoute } from '../support/end-of-route.ts';
import { type EngineHarness, startEngineHarness } from '../support/engine-harness.ts';
import { newTransfer, startTransfer } from '../support/engine-transfer.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

describe('an operator who refunds a transfer that its engine still means to deliver', () => {
  let harness: EngineHarness;
  beforeEach(async () => {
    harness = await startEngineHarness({
      policy: { overdueAfterMs: 1_500 },
      // One that can be taken back would be.
      settings: { maxRecallMicroUsd: '0' },
    });
  });
  afterEach(() => harness.stop());

  for (const engine of ['debridge', 'relay'] as const)
    it(`reads what ${engine} says of it instead, so that the late fill is the only payment`, async () => {
      const transfer = await newTransfer(harness, engine, 'stuck');
      const id = await startTransfer(harness, transfer);
      await until('the desk', async () => {
        const now = await harness.client.get(`/api/route/status?id=${id}`);
        return now['stage'] === 'OVERDUE' && now;
      });

      const refused = await refusalOf(order(id));
      const dry = await harness.client.post(
        '/operator/refund',
        { id, undelivered: true, despiteEngine: true, dryRun: true },
        { authorization: `Bearer ${harness.operatorToken}` },
      );
      await harness.misbehave(engine, null, { recipient: transfer.recipient });
      const end = await endOfRoute(harness.client, id);

      expect([refused.status, refused.body['errorCode']]).to.deep.equal([409, 'WRONG_STATE']);
      expect(refused.body['error']).to.match(
        new RegExp(`${engine} says BRIDGING, stage .*--despite-engine`),
      );
      expect(dry['after']).to.include({ from: 'float', despiteEngine: true });
      expect(textField(dry, 'after', 'engine')).to.match(
        new RegExp(`^${engine} says BRIDGING, stage `),
      );
      expect(textField(end, 'stage')).to.equal('DELIVERED');
      expect(await usdcBalance(harness.devnet, 8453, transfer.payer.address)).to.equal(0n);
    });

  function order(id: string) {
    return harness.client.post(
      '/operator/refund',
      { id, undelivered: true, reason: 'nothing on the explorer, the payer complains' },
      { authorization: `Bearer ${harness.operatorToken}` },
    );
  }
});
