import { expect } from 'chai';
import { accounts } from '../support/model/model-custody.ts';
import { floatAtStart, type ModelHarness, payerAtStart } from '../support/model/model-harness.ts';
import { OneTransfer } from '../support/model/one-transfer.ts';

/** As deep as the model's finality goes. */
const finalDepth = 13;

describe('a payout that was mined and moved nothing, as of a token that returns false,', () => {
  let scene: OneTransfer;
  afterEach(() => scene.close());

  it('refunds the payer once no reorg can change that, not a block before, and never pays again', async () => {
    const [source, destination] = await opened();
    destination.muted.add(scene.transfer.recipient);
    source.mine(1);
    await scene.under({});
    await scene.worker.work(1);
    destination.mine(1);
    await scene.worker.work(1);
    destination.mine(finalDepth - 1);
    await scene.worker.work(3);
    const before = await scene.shown();

    destination.mine(1);
    await scene.worker.work(3);
    source.mine(1);
    await scene.worker.work(2);

    expect(before).to.deep.equal({
      status: 'BRIDGING',
      stage: 'VERIFYING',
      payer: payerAtStart - 200_000n,
      recipient: 0n,
    });
    expect(await scene.shown()).to.deep.equal({
      status: 'FAILED',
      stage: 'REFUNDED',
      payer: payerAtStart,
      recipient: 0n,
    });
    expect(await scene.purposes()).to.deep.equal(['pull', 'payout', 'refund']);
    expect(scene.worker.said()).to.deep.equal(['payout-empty']);
    expect([destination.balance(accounts.float), await scene.openReservations()]).to.deep.equal([
      floatAtStart,
      [],
    ]);
  });

  it('is done after all if a reorg puts the payout into a block in which it moves', async () => {
    const [source, destination] = await opened();
    destination.muted.add(scene.transfer.recipient);
    source.mine(1);
    await scene.under({});
    await scene.worker.work(1);
    destination.mine(1);
    await scene.worker.work(1);
    destination.muted.clear();

    scene.harness.reorg(destination, 1, 0, false);
    await scene.worker.work(2);

    expect(await scene.shown()).to.deep.equal({
      status: 'DONE',
      stage: 'DELIVERED',
      payer: payerAtStart - 200_000n,
      recipient: 199_840n,
    });
    await scene.endsAs('DELIVERED');
  });

  it('stops being done if a reorg puts the payout into a block in which it does not move', async () => {
    const [source, destination] = await opened();
    source.mine(1);
    await scene.under({});
    await scene.worker.work(1);
    destination.mine(1);
    await scene.worker.work(1);
    const before = await scene.shown();
    destination.muted.add(scene.transfer.recipient);

    scene.harness.reorg(destination, 1, 0, false);
    await scene.worker.work(2);

    expect([before.stage, await scene.shown()]).to.deep.equal([
      'DELIVERED',
      { status: 'BRIDGING', stage: 'VERIFYING', payer: payerAtStart - 200_000n, recipient: 0n },
    ]);
    await scene.endsAs('REFUNDED');
  });

  it('waits for an operator if it moved a part: neither a second payout nor a refund is right', async () => {
    const [source, destination] = await opened();
    const observe = scene.harness.custody.observe.bind(scene.harness.custody);
    scene.harness.custody.observe = async (chain, ...rest) => {
      const reading = await observe(chain, ...rest);
      const transactions =
        chain !== destination.ref
          ? reading.transactions
          : reading.transactions.map((one) =>
              one.mined === null
                ? one
                : {
                    ...one,
                    mined: {
                      ...one.mined,
                      transfers: one.mined.transfers.map((moved) => ({ ...moved, units: 1n })),
                    },
                  },
            );
      return { ...reading, transactions };
    };
    source.mine(1);
    await scene.under({});
    await scene.worker.work(1);
    destination.mine(1);
    await scene.worker.work(1);
    destination.mine(finalDepth + 1);
    await scene.worker.work(10);

    expect(await scene.shown()).to.include({
      status: 'BRIDGING',
      stage: 'VERIFYING',
      payer: payerAtStart - 200_000n,
    });
    expect(await scene.purposes()).to.deep.equal(['pull', 'payout']);
    expect(scene.worker.said()).to.deep.equal(['payout-short']);
  });

  async function opened(): Promise<ModelHarness['chains']> {
    scene = await OneTransfer.accepted();
    return scene.harness.chains;
  }
});
