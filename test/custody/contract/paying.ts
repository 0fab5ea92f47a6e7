import { expect } from 'chai';
import type { Held } from './held.ts';
import { lastOf } from './float.ts';

const { signal } = new AbortController();

/** From a request to bytes in a block. */
export function promisesOfPaying(given: () => Held): void {
  it('preparing takes no slot', async () => {
    const { scene, float } = given();
    const before = await float.nextSlot();
    const request = float.payoutTo(await scene.recipient(), 20_001n);

    const both = [await float.prepare(request), await float.prepare(request)];

    expect(both.map(({ slotsTaken }) => slotsTaken ?? before)).to.deep.equal([before, before]);
    expect(await float.nextSlot()).to.equal(before);
  });

  it('sealing uses no network: it gives the same transaction if no node answers', async () => {
    const { scene, float } = given();
    const one = await float.committed(await scene.recipient(), 20_002n);
    const form = lastOf(one);
    const { purpose, chain, role, account, expects } = one.transaction;
    const prepared = { purpose, chain, role, account, expects, tx: form.tx, block: 0 };

    const alone = scene.unreachable.seal(form, prepared, form.slot, form.committedAtMs);

    expect(alone.hash).to.equal(form.hash);
    expect(await scene.unreachable.sign(alone, signal)).to.equal(alone);
  });

  it('the bytes that were sealed are the bytes on the chain', async () => {
    const { scene, float } = given();
    const to = await scene.recipient();
    const one = await float.committed(to, 20_003n);

    const [mined] = await float.settle(one);

    expect(mined?.hash).to.equal(lastOf(one).hash);
    expect(await scene.node.bytes(lastOf(one).hash)).to.equal(lastOf(one).raw);
    expect(await scene.node.held(to)).to.equal(20_003n);
  });

  it('the same bytes twice pay once, before a block has them and after', async () => {
    const { scene, float } = given();
    const to = await scene.recipient();
    const one = await float.committed(to, 20_004n);

    const before = [await float.send(lastOf(one)), await float.send(lastOf(one))];
    await float.settle(one);
    await float.send(lastOf(one));
    await scene.closeBlock();

    expect(before).to.deep.equal(['accepted', 'accepted']);
    expect(await scene.node.held(to)).to.equal(20_004n);
    expect((await float.read(one)).mined?.hash).to.equal(lastOf(one).hash);
  });

  it('two that are sealed at the same time are both paid, to the unit', async () => {
    const { scene, float } = given();
    const [first, second] = [await scene.recipient(), await scene.recipient()];
    const prepared = [
      await float.prepare(float.payoutTo(first, 20_005n)),
      await float.prepare(float.payoutTo(second, 30_007n)),
    ];
    const before = await float.nextSlot();

    const both = await float.commit(prepared);
    await float.settle(...both);

    // In a slot each, or in one transaction where the family merges them.
    const hashes = new Set(both.map((one) => lastOf(one).hash));
    const slots = new Set(both.map(({ transaction }) => transaction.slot));
    expect(slots.size).to.equal(hashes.size);
    expect(await float.nextSlot()).to.equal(before + hashes.size);
    expect(await scene.node.held(first)).to.equal(20_005n);
    expect(await scene.node.held(second)).to.equal(30_007n);
  });

  it('a replacement has the slot of what it replaces, does the same, and one of both at most takes effect', async () => {
    const { scene, float } = given();
    const to = await scene.recipient();
    const one = await float.committed(to, 20_006n);
    const before = await float.nextSlot();

    const both = await scene.inDemand(async () => {
      await float.send(lastOf(one));
      const replaced = await float.replaced(one);
      await float.settle(replaced);
      return replaced;
    });
    for (const form of both.forms) await float.send(form);
    await scene.closeBlock();

    const [old, again] = both.forms;
    if (old === undefined || again === undefined) expect.fail('two forms were signed');
    expect(again.hash).not.to.equal(old.hash);
    expect(again.slot).to.equal(old.slot);
    expect(scene.custody.doesSame(scene.chain, old.tx, again.tx)).to.equal(true);
    expect((await float.read(both)).mined?.hash).to.be.oneOf([old.hash, again.hash]);
    expect(await float.nextSlot()).to.equal(before + 1);
    expect(await scene.node.held(to)).to.equal(20_006n);
  });
}
