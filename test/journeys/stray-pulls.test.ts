import { expect } from 'chai';
import { type AlteredWorker, alteredWorker } from '../support/model/altered-worker.ts';
import { accounts } from '../support/model/model-custody.ts';
import {
  floatAtStart,
  type ModelHarness,
  modelHarness,
  payerAtStart,
} from '../support/model/model-harness.ts';

describe('a pull that a reorg threw out after its payout had left, while gas got dearer than it offers,', () => {
  let harness: ModelHarness;
  let worker: AlteredWorker;
  beforeEach(async () => {
    harness = await modelHarness(2);
    worker = alteredWorker(harness, { policy: { bumpAfterMs: 1 } });
    const [source, destination] = harness.chains;
    await harness.execute(0, 200_000n);
    source.mine(2);
    await worker.work(1);
    destination.mine(1);
    await worker.work(1);
    source.reorg(2, 3, false);
    // Pulls offer 10.
    source.baseFee = 15n;
  });
  afterEach(async () => {
    worker.stop();
    await harness.close();
  });

  it("is made dearer until it is mined again, and the next payer's pull behind it too", async () => {
    const [source, destination] = harness.chains;
    await harness.execute(0, 100_000n);

    await worker.work(2);
    source.mine(2);
    await worker.work(2);
    destination.mine(1);
    await worker.work(2);

    expect(await ends()).to.deep.equal([
      { stage: 'DELIVERED', pulls: ['mined'], payer: payerAtStart - 200_000n, recipient: 199_840n },
      { stage: 'DELIVERED', pulls: ['mined'], payer: payerAtStart - 100_000n, recipient: 99_920n },
    ]);
    expect(source.balance(accounts.float)).to.equal(floatAtStart + 300_000n);
    expect(worker.saidOf('pull-lost')).to.deep.equal([]);
  });

  it("is reported once by the route's id when it may not be made dearer any more", async () => {
    const [source] = harness.chains;
    source.baseFee = 10_000n;

    await worker.work(15);

    const signedTransactions = await harness.money.store.reads.transactions.signedTransactionsOf(
      (await harness.money.store.reads.transactions.transactionsOf(harness.transfers[0]?.id ?? ''))
        .filter(({ purpose }) => purpose === 'pull')
        .map(({ id }) => id),
    );
    expect(signedTransactions.map(({ tx }) => tx.maxFeePerGas)).to.deep.equal([
      10n,
      20n,
      40n,
      80n,
      160n,
      320n,
      640n,
    ]);
    expect(worker.saidOf('bumps-spent')).to.deep.equal([harness.transfers[0]?.id]);
  });

  it("leaves its nonce to the next payer's once its permit expired, and its loss is reported by the route's id, once", async () => {
    const [source, destination] = harness.chains;
    source.baseFee = 10_000n;
    source.mine(1, true, 4_000);
    await worker.work(2);
    source.baseFee = 0n;
    await harness.execute(0, 100_000n);
    source.mine(2);
    await worker.work(2);
    destination.mine(1);
    await worker.work(3);

    const [lost, next] = await ends();
    expect(lost).to.deep.equal({
      stage: 'DELIVERED',
      pulls: ['filled'],
      payer: payerAtStart,
      recipient: 199_840n,
    });
    expect(next).to.deep.equal({
      stage: 'DELIVERED',
      pulls: ['mined'],
      payer: payerAtStart - 100_000n,
      recipient: 99_920n,
    });
    expect(worker.saidOf('pull-lost')).to.deep.equal([harness.transfers[0]?.id]);
  });

  async function ends() {
    return Promise.all(
      harness.transfers.map(async ({ id, from, to, payer, recipient }) => ({
        stage: (await harness.money.store.reads.transfers.route(id))?.stage,
        pulls: (await harness.money.store.reads.transactions.transactionsOf(id))
          .filter(({ purpose }) => purpose === 'pull')
          .map(({ state }) => state),
        payer: from.balance(payer),
        recipient: to.balance(recipient),
      })),
    );
  }
});
