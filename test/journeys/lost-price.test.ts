import { expect } from 'chai';
import { payerAtStart } from '../support/model/model-harness.ts';
import { OneTransfer } from '../support/model/one-transfer.ts';

describe('a transfer whose tokens have no price any more once it is pulled', () => {
  let scene: OneTransfer;
  afterEach(() => scene.close());

  it('waits half a minute without paying, and gives everything back after a minute', async () => {
    scene = await OneTransfer.accepted();
    const [source] = scene.harness.chains;
    if (source === undefined) throw new Error('the model has no chain');
    await scene.under({ price: { priceOf: async () => null } });
    source.mine(1);
    await scene.worker.work(2);
    await scene.harness.money.clock.alarm(30_000).rang;
    await scene.worker.work(2);
    const waiting = { ...(await scene.shown()), purposes: await scene.purposes() };

    await scene.harness.money.clock.alarm(30_000).rang;
    await scene.worker.work(2);
    source.mine(1);
    await scene.worker.work(2);

    expect(waiting).to.deep.equal({
      status: 'BRIDGING',
      stage: 'SENDING',
      payer: payerAtStart - 200_000n,
      recipient: 0n,
      purposes: ['pull'],
    });
    expect(await scene.shown()).to.deep.equal({
      status: 'FAILED',
      stage: 'REFUNDED',
      payer: payerAtStart,
      recipient: 0n,
    });
    expect(await scene.purposes()).to.deep.equal(['pull', 'refund']);
  });
});
