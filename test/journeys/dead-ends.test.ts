import { scriptedSteps } from '@interline/plugins/testing';
import type { Progress, RailPort } from '@interline/plugins';
import { expect } from 'chai';
import { accounts } from '../support/model/model-custody.ts';
import { type ModelHarness, payerAtStart } from '../support/model/model-harness.ts';
import { OneTransfer } from '../support/model/one-transfer.ts';
import { stockRail } from '../support/stock-rail.ts';

describe('a route that comes to a dead end', () => {
  let scene: OneTransfer;
  afterEach(() => scene.close());

  describe('because the destination was removed from the deployment', () => {
    it('gives the payer everything back if no payout was committed', async () => {
      const [source, destination] = await opened();
      source.mine(1);

      await scene.under({ gone: destination.ref });
      await scene.worker.work(2);
      source.mine(1);
      await scene.worker.work(2);

      expect(await scene.shown()).to.deep.equal({
        status: 'FAILED',
        stage: 'REFUNDED',
        payer: payerAtStart,
        recipient: 0n,
      });
      expect((await scene.route()).failure).to.deep.equal({
        code: 'REFUNDED',
        reason: 'eip155:42161 is not served any more',
      });
      expect([scene.worker.saidOf('chain-gone'), await scene.openReservations()]).to.deep.equal([
        [scene.transfer.id],
        [],
      ]);
    });

    it('waits for an operator if a payout is out there, logs it once, and is done when the chain is back', async () => {
      const [source, destination] = await opened();
      source.mine(1);
      await scene.harness.work(60);
      const [, payout] = await scene.harness.money.store.reads.transactions.transactionsOf(
        scene.transfer.id,
      );

      await scene.under({ gone: destination.ref });
      await scene.worker.work(20);
      source.mine(1);
      await scene.worker.work(20);
      const meanwhile = await scene.shown();
      destination.mine(1);
      await scene.harness.work(60);

      expect(payout).to.include({ purpose: 'payout', state: 'open' });
      expect(meanwhile).to.deep.equal({
        status: 'BRIDGING',
        stage: 'VERIFYING',
        payer: payerAtStart - 200_000n,
        recipient: 0n,
      });
      // At the start for the chain, then for the route.
      expect(scene.worker.said()).to.deep.equal(['chain-gone', 'chain-gone']);
      await scene.endsAs('DELIVERED');
    });

    it('is not paid back for a payout that reverted there: what a chain that is gone shows now is not known', async () => {
      const [source, destination] = await opened();
      source.mine(1);
      await scene.harness.work(60);
      const [, payout] = await scene.harness.money.store.reads.transactions.transactionsOf(
        scene.transfer.id,
      );
      await scene.harness.money.store.run('payout-reverted', (tx) =>
        tx.transactions.moveTransaction(payout?.id ?? '', 'open', { state: 'reverted' }),
      );

      await scene.under({ gone: destination.ref });
      await scene.worker.work(3);

      expect(await scene.shown()).to.include({
        status: 'BRIDGING',
        stage: 'VERIFYING',
        payer: payerAtStart - 200_000n,
      });
    });

    it('gives back what the pull brings if that was still on its way', async () => {
      const [source, destination] = await opened();

      await scene.under({ gone: destination.ref });
      await scene.worker.work(2);
      const before = await scene.shown();
      source.mine(1);
      await scene.worker.work(2);
      source.mine(1);
      await scene.worker.work(2);

      expect(before).to.include({ status: 'BRIDGING', payer: payerAtStart });
      expect(await scene.shown()).to.deep.equal({
        status: 'FAILED',
        stage: 'REFUNDED',
        payer: payerAtStart,
        recipient: 0n,
      });
    });

    it('pulls no second time if another transaction took the nonce of the first pull', async () => {
      const [source, destination] = await opened();
      source.offer({
        hash: source.strangersHash(),
        from: accounts.spender,
        nonce: 0,
        action: { kind: 'noop' },
      });
      source.mine(1);

      await scene.under({ gone: destination.ref });
      await scene.worker.work(2);
      for (let block = 0; block < 4; block += 1) {
        source.mine(1);
        await scene.worker.work(1);
      }

      expect(await scene.shown()).to.deep.equal({
        status: 'BRIDGING',
        stage: 'QUARANTINED',
        payer: payerAtStart,
        recipient: 0n,
      });
      expect((await scene.purposes()).length).to.equal(1);
    });
  });

  describe('because the source was removed from the deployment', () => {
    it('is not failed while the pull may still be mined, and is done when the chain is back', async () => {
      const [source] = await opened();

      await scene.under({ gone: source.ref });
      await scene.worker.work(20);

      expect(await scene.shown()).to.deep.equal({
        status: 'BRIDGING',
        stage: 'VERIFYING',
        payer: payerAtStart,
        recipient: 0n,
      });
      expect(scene.worker.said()).to.deep.equal(['chain-gone', 'chain-gone']);
      await scene.endsAs('DELIVERED');
    });

    it('is paid if the pull was credited before', async () => {
      const [source, destination] = await opened();
      source.mine(1);
      await scene.harness.work(60);

      await scene.under({ gone: source.ref });
      destination.mine(1);
      await scene.worker.work(2);

      expect(await scene.shown()).to.include({
        status: 'DONE',
        stage: 'DELIVERED',
        recipient: 199_840n,
      });
    });

    it('owes the refund that it cannot make, and makes it when the chain is back', async () => {
      const [source, destination] = await opened();
      source.mine(1);
      destination.refused.add(scene.transfer.recipient);
      source.refused.add(scene.transfer.payer);
      await scene.harness.work(60);

      await scene.under({ gone: source.ref });
      await scene.worker.work(3);
      const owed = await scene.harness.money.store.reads.books.liabilities();

      expect(await scene.shown()).to.include({ status: 'BRIDGING', stage: 'REFUND_HELD' });
      expect(owed.map(({ units, reason }) => ({ units, reason }))).to.deep.equal([
        { units: 200_000n, reason: 'eip155:8453 is not served any more' },
      ]);
      await scene.endsAs('REFUNDED');
    });
  });

  describe('because its rail was removed from the deployment', () => {
    it('waits for an operator, logs it once, and goes on when the rail is back', async () => {
      const [source] = await opened(trackedRail([{ status: 'BRIDGING', stage: 'IN_FLIGHT' }]));
      source.mine(1);
      await scene.harness.work(60);
      const before = await scene.shown();

      await scene.under({ rails: [] });
      await scene.worker.work(20);
      const meanwhile = await scene.shown();
      await scene.harness.work(60);

      expect([before.stage, meanwhile.stage, (await scene.shown()).stage]).to.deep.equal([
        'IN_FLIGHT',
        'VERIFYING',
        'IN_FLIGHT',
      ]);
      expect(scene.worker.said()).to.deep.equal(['rail-gone']);
    });
  });

  it('because its rail never reports where it stands is overdue, and is logged as overdue once', async () => {
    const [source] = await opened({
      ...trackedRail([]),
      track: () => Promise.reject(new Error('the rail is away')),
    });
    source.mine(1);

    await scene.under({ policy: { overdueAfterMs: 0 } });
    await scene.worker.work(5);

    expect(await scene.shown()).to.include({ status: 'BRIDGING', stage: 'OVERDUE' });
    expect(scene.worker.saidOf('transfer-overdue')).to.deep.equal([scene.transfer.id]);
  });

  async function opened(rail?: RailPort): Promise<ModelHarness['chains']> {
    scene = await OneTransfer.accepted(rail);
    return scene.harness.chains;
  }
});

/** A rail that takes the value itself, and then tells how far it is. */
function trackedRail(progress: readonly Progress[]): RailPort {
  return stockRail({ plan: { pullTo: 'spender' }, steps: () => [scriptedSteps.track()], progress });
}
