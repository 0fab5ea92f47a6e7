import { setImmediate as turn } from 'node:timers/promises';
import { sweepFinality } from '@interline/core/transfer';
import { auditSettled, settleHarness } from '../support/model/audit-harness.ts';
import {
  type ModelHarness,
  modelHarness,
  type ModelTransfer,
} from '../support/model/model-harness.ts';
import {
  type SecondWorker,
  secondWorker,
  type SecondWorkerOptions,
} from '../support/model/second-worker.ts';
import { expect } from 'chai';

/** A route has fewer: what is not over by then never is. */
const mostPlaces = 60;
/** Of one worker alone at a route, which takes a handful. */
const mostLooks = 60;

describe('two workers on one store', () => {
  let harness: ModelHarness;
  let other: SecondWorker;
  afterEach(leave);

  for (const aheadMs of [20_000, -20_000]) {
    it(`pay a recipient once after a payout that reverted, the other's clock ${aheadMs / 1_000} s ahead`, async () => {
      const transfer = await accepted({ aheadMs });
      await other.runner.run(transfer.id, 0);
      await other.runner.run(transfer.id, 0);
      transfer.to.refused.add(transfer.recipient);
      transfer.to.mine(1);
      transfer.to.refused.delete(transfer.recipient);

      await settleHarness(harness);

      const payouts = (
        await harness.money.store.reads.transactions.transactionsOf(transfer.id)
      ).filter(({ purpose }) => purpose === 'payout');
      expect(payouts.map(({ state }) => state)).to.deep.equal(['reverted', 'mined']);
      expect(await auditSettled(harness)).to.deep.equal({ wrong: [], stages: ['DELIVERED'] });
    });
  }

  it('owe nothing more once a refund is mined, even if the other was stopped while it could not be made', async () => {
    const transfer = await accepted();
    transfer.to.refused.add(transfer.recipient);
    transfer.from.refused.add(transfer.payer);
    await other.runner.run(transfer.id, 0);
    const held = await harness.money.store.reads.books.liabilities();
    const late = await stoppedAfter(2, () => other.runner.run(transfer.id, 0));
    await settleHarness(harness);

    other.thaw();
    await late.done;

    expect(held).to.have.length(1);
    expect(await harness.money.store.reads.books.liabilities()).to.deep.equal([]);
    expect(await auditSettled(harness)).to.deep.equal({ wrong: [], stages: ['REFUNDED'] });
  });

  for (const [block, bring] of [
    ['another block', (one: ModelTransfer) => one.to.mine(1)],
    [
      'another block of the same height',
      (one: ModelTransfer) => harness.reorg(one.to, 2, 0, false),
    ],
  ] as const) {
    it(`leave a route ended that a reorg took back and ${block} brought again, though the other was stopped in between`, async () => {
      const transfer = await accepted();
      await harness.work(60);
      transfer.to.mine(1);
      await harness.work(60);
      harness.reorg(transfer.to, 1, 2, false);
      const late = await stoppedAfter(3, () =>
        sweepFinality(other.money)(new AbortController().signal),
      );
      await harness.sweep();
      bring(transfer);
      await harness.work(60);
      const ended = await harness.money.store.reads.transfers.route(transfer.id);

      other.thaw();
      await late.done;

      expect(ended?.status).to.equal('DONE');
      expect(await harness.money.store.reads.transfers.route(transfer.id)).to.deep.equal(ended);
    });
  }

  for (const [end, refuse] of [
    ['DELIVERED', () => undefined],
    ['REFUNDED', (one: ModelTransfer) => one.to.refused.add(one.recipient)],
  ] as const) {
    it(`end a route ${end} once, at whichever of its steps the other was stopped for long`, async () => {
      const ends: string[] = [];
      for (let place = 1; ends.length < mostPlaces; place += 1) {
        const transfer = await accepted();
        refuse(transfer);
        other.freezeAfter(place);
        let isOver = false;
        const late = worked(transfer).finally(() => {
          isOver = true;
        });
        while (!other.isFrozen && !isOver) await turn();
        const wasStopped = !isOver;
        for (let block = 0; wasStopped && block < 4; block += 1) {
          await harness.work(60);
          for (const chain of harness.chains) chain.mine(1);
        }
        await settleHarness(harness);
        const ended = await harness.money.store.reads.transfers.route(transfer.id);
        other.thaw();
        await late;
        expect(await harness.money.store.reads.transfers.route(transfer.id)).to.deep.equal(ended);
        const { wrong, stages } = await auditSettled(harness);
        expect([...wrong, ...other.uncommitted]).to.deep.equal([]);
        if (!wasStopped) break;
        ends.push(...stages);
        await leave();
      }

      expect(ends.length).to.be.at.least(8);
      expect(ends.filter((stage) => stage !== end)).to.deep.equal([]);
    });
  }

  /**
   * By the other worker alone, with a block after each of its looks, until everything has ended.
   */
  async function worked({ id }: ModelTransfer): Promise<void> {
    for (let looks = 0; (await other.runner.run(id, 20)).kind !== 'ended'; looks += 1) {
      if (looks === mostLooks)
        throw new Error(`the other worker did not end the route in ${mostLooks} looks`);
      for (const chain of harness.chains) chain.mine(1);
    }
  }

  async function accepted(options: SecondWorkerOptions = {}): Promise<ModelTransfer> {
    harness = await modelHarness(1);
    other = secondWorker(harness, options);
    await harness.execute(0, 200_000n);
    const [transfer] = harness.transfers;
    if (transfer === undefined) throw new Error('the transfer was refused');
    transfer.from.mine(1);
    return transfer;
  }

  async function leave(): Promise<void> {
    other.thaw();
    other.stop();
    await harness.close();
  }

  /** Begun by the other worker, and stopped so many places on. */
  async function stoppedAfter(
    places: number,
    begin: () => Promise<unknown>,
  ): Promise<{ readonly done: Promise<unknown> }> {
    other.freezeAfter(places);
    const done = begin();
    while (!other.isFrozen) await turn();
    return { done };
  }
});
