import { expect } from 'chai';
import { payerAtStart } from '../support/model/model-harness.ts';
import {
  recallFee as fee,
  RecallScene,
  recallUnits as units,
} from '../support/model/recall-scene.ts';

/** More than any life of these routes comes to. */
const placesAtMost = 400;

describe('a transfer that its engine never delivers, by a service that dies at every step of its recall', () => {
  it('is recalled once and given back whole, wherever it dies', async function () {
    this.timeout(600_000);
    let died = 0;
    for (let places = 1; places < placesAtMost; places += 1) {
      const scene = await RecallScene.handedOver();
      const isOver = await scene.liveDyingAt(places);
      const found = await scene.facts();
      await scene.close();
      expect(found, `place ${places}`).to.deep.equal({
        stage: 'REFUNDED',
        payer: payerAtStart,
        recipient: 0n,
        spender: 0n,
        recalled: 1,
        reverted: 0,
        wrong: [],
      });
      if (isOver) break;
      died += 1;
    }
    console.log(`      ${died} places died at`);
    expect(died).to.be.greaterThan(20);
    expect(died).to.be.lessThan(placesAtMost - 1);
  });

  it('is delivered if a fill comes first, wherever it dies, and what it sent came to nothing', async function () {
    this.timeout(600_000);
    let died = 0;
    for (let places = 1; places < placesAtMost; places += 1) {
      const scene = await RecallScene.handedOver({ fate: 'filled-first' });
      const isOver = await scene.liveDyingAt(places);
      const found = await scene.facts();
      await scene.close();
      expect(found, `place ${places}`).to.deep.include({
        stage: 'DELIVERED',
        payer: payerAtStart - units,
        recipient: units - fee,
        spender: fee,
        recalled: 0,
        wrong: [],
      });
      if (isOver) break;
      died += 1;
    }
    console.log(`      ${died} places died at`);
    expect(died).to.be.greaterThan(20);
  });

  it('is not recalled endlessly if each recall reverts, and waits for a person', async () => {
    const scene = await RecallScene.handedOver({ fate: 'reverts' });

    await scene.liveDyingAt(Number.POSITIVE_INFINITY, 80);
    const found = await scene.facts();
    await scene.close();

    // The first and the policy's three attempts more.
    expect(found).to.deep.include({ stage: 'OVERDUE', recalled: 0, reverted: 4 });
  });

  it('is not recalled a second time, and given nothing twice, by a store that was put back to before its recall', async () => {
    const scene = await RecallScene.handedOver();
    const backup = await scene.backUp();
    await scene.liveDyingAt(Number.POSITIVE_INFINITY);
    const first = await scene.facts();
    await scene.close();

    const later = await scene.restored(backup);
    await later.liveDyingAt(Number.POSITIVE_INFINITY);
    const found = await later.facts();
    await later.close();

    expect([first.stage, first.recalled]).to.deep.equal(['REFUNDED', 1]);
    // A person looks at what its accounts have sent and no plan has.
    expect(found).to.deep.include({
      stage: 'QUARANTINED',
      recalled: 1,
      payer: payerAtStart,
      spender: 0n,
    });
  });

  for (const said of ['cancelled', 'silent'] as const)
    it(`goes back by its recall alone if its engine ${said === 'silent' ? 'says nothing' : 'says that it was cancelled before'}`, async () => {
      const scene = await RecallScene.handedOver({ said });
      const stages = await scene.stagesWhileFresh();

      await scene.liveDyingAt(Number.POSITIVE_INFINITY);
      const found = await scene.facts();
      await scene.close();

      expect(stages).to.deep.equal([said === 'silent' ? 'SENDING' : 'VERIFYING']);
      expect(found).to.deep.include({ stage: 'REFUNDED', recalled: 1, payer: payerAtStart });
    });

  for (const [said, what] of [
    ['empty', 'says that it failed, and names a refund that brought nothing'],
    ['delivered-and-empty', 'calls it delivered, and names a refund that brought nothing'],
  ] as const)
    it(`goes back whole if its engine ${what}`, async () => {
      const scene = await RecallScene.handedOver({ said });

      await scene.liveDyingAt(Number.POSITIVE_INFINITY, 80);
      const found = await scene.facts();
      await scene.close();

      expect(found).to.deep.equal({
        stage: 'REFUNDED',
        payer: payerAtStart,
        recipient: 0n,
        spender: 0n,
        recalled: 1,
        reverted: 0,
        wrong: [],
      });
    });

  it('is refunded in full, including our charge, if its engine names a small third-party payment to the payer', async () => {
    const scene = await RecallScene.handedOver({ said: 'little' });

    await scene.liveDyingAt(Number.POSITIVE_INFINITY, 80);
    const found = await scene.facts();
    await scene.close();

    expect(found).to.deep.include({ stage: 'REFUNDED', payer: payerAtStart + 1n, spender: 0n });
  });

  it('goes back by the refund that is left if another route was credited with the one that its engine names', async () => {
    const scene = await RecallScene.handedOver({ said: "another's" });

    await scene.liveDyingAt(Number.POSITIVE_INFINITY, 80);
    const found = await scene.facts();
    await scene.close();

    // That other route's is the payer's as well.
    expect(found).to.deep.include({
      stage: 'REFUNDED',
      payer: payerAtStart + units - fee,
      spender: 0n,
    });
  });

  it('is recalled once if two processes look at it at the same time', async () => {
    const scene = await RecallScene.handedOver();

    const recalls = await scene.recallsOfTwoProcesses();
    await scene.close();

    expect(recalls).to.deep.equal([2]);
  });

  it('has its hour from when its hand-over is in a block, however long that waited in the pool', async () => {
    const scene = await RecallScene.handedOver({ isInPool: true });

    const [early, later] = await scene.recallsOnceMined();
    await scene.close();

    expect([early, later]).to.deep.equal([[], [2]]);
  });

  it('is not refunded by order if the chain shows that the payer has it, even if blocks are left to search, or cannot tell', async () => {
    const scene = await RecallScene.handedOver();

    const [kept = '', searching = '', given = ''] = await scene.refundsOrdered();
    await scene.close();

    const owes = 'a recall is mined, so it owes the payer a refund';
    expect(kept).to.match(/^200000 from the float: /);
    expect(kept).to.contain(`${owes}, which no block shows yet`);
    expect(searching).to.contain(
      'its recall is mined, and whether that brought the payer the money cannot be seen now',
    );
    expect(given).to.match(
      /its recall is mined, and 199840 came to the payer from there in 0x5e5e.*; it ends by that/,
    );
  });
});
