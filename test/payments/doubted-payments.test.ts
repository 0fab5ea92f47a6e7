import { RelayError } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { type Harness, startHarness } from '../support/harness.ts';
import { buyer, chainId, demandOf, facilitatorOf, keyOf } from './payments-scene.ts';
import { sendMined } from './permit2-scene.ts';
import { sendInFront, transferData } from './strangers.ts';

describe('a payment of x402 whose end the database did not answer for', () => {
  let harness: Harness;
  /** The unit whose COMMIT is not answered next, and what became of it. */
  let doubted: { readonly unit: string; readonly isRecorded: boolean } | null = null;
  /** No COMMIT of such a unit is answered. */
  let silent: string | null = null;
  before(async () => {
    harness = await startHarness({
      chainIds: [chainId],
      rebind(container) {
        const store = container.get(parts.store);
        container.rebind(parts.store).toConstantValue({
          ...store,
          async run(name, work) {
            if (name === silent) {
              await store.run(name, work);
              throw new RelayError('STORE_DOWN', { recorded: 'unknown' });
            }
            if (name !== doubted?.unit) return store.run(name, work);
            const { isRecorded } = doubted;
            doubted = null;
            if (isRecorded) await store.run(name, work);
            throw new RelayError('STORE_DOWN', { recorded: 'unknown' });
          },
        });
      },
    });
  });
  after(() => harness.stop());

  for (const isRecorded of [true, false])
    it(`is reported as a success once if that end was ${isRecorded ? 'recorded' : 'lost'}`, async () => {
      const facilitator = facilitatorOf(harness, await keyOf(harness));
      const payer = await buyer(harness);
      const demand = demandOf(harness);
      const payment = await payer.pay(demand);

      doubted = { unit: 'end-settlement', isRecorded };
      const answers = [
        await facilitator.settle(payment, demand),
        await facilitator.settle(payment, demand),
        await facilitator.settle(payment, demand),
      ];

      expect(answers.map(({ success, errorReason }) => errorReason ?? success)).to.deep.equal(
        isRecorded
          ? [true, 'duplicate_settlement', 'duplicate_settlement']
          : ['settlement_pending', true, 'duplicate_settlement'],
      );
    });

  it('is reported as a success once if the unit that only reports it was recorded', async () => {
    const facilitator = facilitatorOf(harness, await keyOf(harness));
    const payer = await buyer(harness);
    const demand = demandOf(harness);
    const payment = await payer.pay(demand);
    await sendInFront(harness, { to: demand.asset, data: transferData(payment) });

    doubted = { unit: 'tell-settlement', isRecorded: true };
    const told = await facilitator.settle(payment, demand);
    const again = await facilitator.settle(payment, demand);

    expect([told.success, again.errorReason]).to.deep.equal([true, 'duplicate_settlement']);
  });

  it('is reported as a success once if twenty callers asked and their shared COMMIT was not answered', async () => {
    const facilitator = facilitatorOf(harness, await keyOf(harness));
    const payer = await buyer(harness);
    const demand = demandOf(harness);
    const payment = await payer.pay(demand);
    await sendMined(harness, { to: demand.asset, data: transferData(payment) });

    silent = 'tell-settlement';
    const asked = Array.from({ length: 20 }, () => facilitator.settle(payment, demand));
    const answers = await Promise.allSettled(asked);
    silent = null;
    const again = await facilitator.settle(payment, demand);

    const told = answers.filter((one) => one.status === 'fulfilled' && one.value.success);
    expect(told).to.have.length(1);
    expect(again.errorReason).to.equal('duplicate_settlement');
  });
});
