import { listAccounts, raiseCap } from '@interline/core/operations';
import { expect } from 'chai';
import { type AlteredWorker, alteredWorker } from '../support/model/altered-worker.ts';
import { accounts } from '../support/model/model-custody.ts';
import {
  floatAtStart,
  type ModelHarness,
  modelHarness,
  payerAtStart,
} from '../support/model/model-harness.ts';

describe('a pull that a reorg threw out after its payout had left, while gas became more expensive than it offers,', () => {
  let harness: ModelHarness;
  let worker: AlteredWorker;
  beforeEach(async () => {
    harness = await modelHarness(2);
    worker = alteredWorker(harness, { policy: { bumpAfterMs: 1, slowBumpAfterMs: 1 } });
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

  it("gets a higher fee until it is mined again, and so does the next payer's pull behind it", async () => {
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

  it('gets higher fees up to the cap, is shown as stuck with the reason, and goes through once the operator raises its cap', async () => {
    const [source, destination] = harness.chains;
    source.baseFee = 10_000n;
    harness.custody.feeCap = 5_119n;

    await worker.work(30);

    const fast = [10n, 20n, 40n, 80n, 160n, 320n, 640n];
    const slow = [1_280n, 2_560n];
    expect(await offers()).to.deep.equal([...fast, ...slow]);
    expect(worker.saidOf('account-stuck')).to.deep.equal([harness.transfers[0]?.id]);
    const stuck = await stuckNow();
    expect(stuck.map(({ slot, reason }) => [slot, reason])).to.deep.equal([
      [0, 'fee above cap: offered 2560, needed 10000, cap 5119 per gas'],
    ]);

    const id = stuck[0]?.transactionId ?? '';
    const tooLow = await raiseCap(worker.money)(id, 2_560n).catch((error: unknown) => error);
    await raiseCap(worker.money)(id, 10_240n);
    await worker.work(4);
    source.mine(2);
    await worker.work(2);
    destination.mine(1);
    await worker.work(2);

    expect(tooLow).to.include({
      code: 'BAD_REQUEST',
      message: 'it has offered 2560 per gas already; wanted more',
    });
    expect(await offers()).to.deep.equal([...fast, ...slow, 5_120n, 10_240n]);
    expect(await stuckNow()).to.deep.equal([]);
    expect((await ends())[0]).to.include({ stage: 'DELIVERED', payer: payerAtStart - 200_000n });
    expect(await raiseCap(worker.money)(id, 10n ** 9n).catch((error: unknown) => error)).to.include(
      {
        code: 'WRONG_STATE',
        message: 'it is not open any more',
      },
    );
  });

  it('gets a higher fee again when the config raises the cap', async () => {
    const [source] = harness.chains;
    source.baseFee = 10_000n;
    harness.custody.feeCap = 20n;
    await worker.work(4);
    const before = [await offers(), (await stuckNow()).length];

    harness.custody.feeCap = 40n;
    await worker.work(1);

    expect([...before, await offers(), (await stuckNow()).length]).to.deep.equal([
      [10n, 20n],
      1,
      [10n, 20n, 40n],
      0,
    ]);
  });

  it('gets higher fees slowly after the first few times', async () => {
    const patient = alteredWorker(harness, {
      policy: { bumpAfterMs: 1, slowBumpAfterMs: 10 ** 9 },
    });
    harness.chains[0].baseFee = 10_000n;

    await patient.work(15);
    patient.stop();
    const steep = (await offers()).length;
    await worker.work(1);

    expect(steep).to.equal(7);
    expect((await offers()).length).to.be.above(7);
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

  /** What each signed form of the first payer's pull offers, in per gas. */
  async function offers(): Promise<readonly bigint[]> {
    const { transactions } = harness.money.store.reads;
    const pulls = (await transactions.transactionsOf(harness.transfers[0]?.id ?? '')).filter(
      ({ purpose }) => purpose === 'pull',
    );
    const forms = await transactions.signedTransactionsOf(pulls.map(({ id }) => id));
    return forms.map(({ tx }) => tx.maxFeeRate);
  }

  async function stuckNow() {
    const listed = await listAccounts(worker.money)(new AbortController().signal);
    return listed.flatMap(({ stuck }) => stuck);
  }

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
