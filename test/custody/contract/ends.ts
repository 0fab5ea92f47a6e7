import { expect } from 'chai';
import type { FamilyTraits } from './contract-scene.ts';
import { type Held, promise } from './held.ts';
import { lastOf } from './float.ts';

const { signal } = new AbortController();
const anywhere = { freeAt: null, takenAt: null };
const hourMs = 3_600_000;

/** What proves that a payment is not made, and what does not. */
export function promisesOfEnds(given: () => Held, without: FamilyTraits['without']): void {
  it('what was never sent is in no block, and nothing says that it is dead', async () => {
    const { scene, float } = given();
    const one = await float.committed(await scene.recipient(), 20_011n);
    await scene.closeBlock();

    expect(await float.read(one)).to.deep.equal({
      transactionId: one.transaction.id,
      mined: null,
      isSlotTaken: false,
      receiptOwed: null,
    });
    const watched = { transaction: one.transaction, forms: one.forms };
    expect((await scene.custody.consumerOf(watched, anywhere, signal)).kind).to.equal('unseen');
    await float.settle(one);
  });

  it('what was never sent is dead once another transaction has its slot, which is found', async () => {
    const { scene, float } = given();
    const to = await scene.recipient();
    const one = await float.committed(to, 20_012n);
    const other = await float.noopIn(one);

    await float.settle(other);

    expect(await float.read(one)).to.deep.equal({
      transactionId: one.transaction.id,
      mined: null,
      isSlotTaken: true,
      receiptOwed: null,
    });
    expect(await scene.custody.consumerOf(one, anywhere, signal)).to.deep.include({
      kind: 'found',
      hash: lastOf(other).hash,
    });
    expect(scene.custody.doesSame(scene.chain, lastOf(one).tx, lastOf(other).tx)).to.equal(false);
    expect(await float.send(lastOf(one))).not.to.equal('accepted');
    await scene.closeBlock();
    expect(await scene.node.held(to)).to.equal(0n);
  });

  promise(
    'what was never sent is dead once its time is over, and is signed anew for the same slot',
    without.window,
    async () => {
      const { scene, float } = given();
      const to = await scene.recipient();
      const prepared = await float.prepare(float.payoutTo(to, 20_013n));
      const [late] = await float.commit([prepared], Date.now() - hourMs);
      if (late === undefined) expect.fail('nothing was committed');

      const outcome = await float.send(lastOf(late));
      const again = await float.replaced(late);
      const [mined] = await float.settle(again);

      expect(outcome).to.equal('refused');
      expect(mined?.hash).to.equal(lastOf(again).hash);
      expect(lastOf(again).slot).to.equal(lastOf(late).slot);
      expect(await float.send(lastOf(late))).to.equal('refused');
      await scene.closeBlock();
      expect(await scene.node.held(to)).to.equal(20_013n);
    },
  );

  promise(
    'what a reorg takes back is open again, and the same bytes pay once',
    without.reorgs,
    async () => {
      const { scene, float } = given();
      const to = await scene.recipient();
      const one = await float.committed(to, 20_014n);
      const [before] = await float.settle(one);

      await scene.takeBlockBack();
      const open = await float.read(one);
      const [after] = await float.settle(one);

      expect(open).to.deep.equal({
        transactionId: one.transaction.id,
        mined: null,
        isSlotTaken: false,
        receiptOwed: null,
      });
      expect(after?.hash).to.equal(before?.hash);
      expect(after?.blockHash).not.to.equal(before?.blockHash);
      expect(await scene.node.held(to)).to.equal(20_014n);
    },
  );
}
