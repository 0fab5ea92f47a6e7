import { Keypair, type Transaction as Inner, TransactionBuilder } from '@stellar/stellar-sdk';
import { expect } from 'chai';
import { signal, StellarScene } from './stellar-scene.ts';

describe('a payment on Stellar that the network does not take', () => {
  let scene: StellarScene;
  let recipient: string;
  beforeEach(async () => {
    scene = await StellarScene.start({ automine: false, channels: 2 });
    recipient = (await scene.recipient()).publicKey();
  });
  afterEach(() => scene.stop());

  it('is bumped under a surge with the same inner transaction, and pays once', async () => {
    const { payout, slot } = await committed();
    closeAt(2_000n);
    expect(await scene.custody.broadcast([payout.form])).to.deep.equal(['refused']);

    const bump = await scene.custody.bump(payout.form, null, signal);
    if (bump.kind !== 'dearer') expect.fail(bump.kind);
    const dearer = scene.again(payout, bump.tx);
    expect(await scene.custody.broadcast([dearer])).to.deep.equal(['accepted']);
    scene.ledger.close();
    await scene.custody.broadcast([payout.form]);
    scene.ledger.close();

    const seen = await scene.seen(payout, { forms: [payout.form, dearer] });
    expect(bump.tx.maxFeeRate).to.equal(2_000n);
    expect(seen.mined).to.deep.include({ hash: dearer.hash, isSuccess: true, gasCost: 4_000n });
    expect(innerOf(dearer.raw).hash()).to.deep.equal(innerOf(payout.form.raw).hash());
    expect(await scene.dollarsOf(recipient)).to.equal(7n);
    expect(await scene.nextSlot()).to.equal(slot + 1);
  });

  it('is bumped to at least ten times its offer, as a node that keeps it requires', async () => {
    const { payout } = await committed();
    closeAt(101n);
    scene.ledger.setBaseFee(100n);
    await scene.send(payout);
    const bump = await scene.custody.bump(payout.form, null, signal);
    if (bump.kind !== 'dearer') expect.fail(bump.kind);

    const short = scene.again(payout, { ...bump.tx, maxFeeRate: 999n });
    expect(bump.tx.maxFeeRate).to.equal(1_000n);
    expect(await scene.custody.broadcast([short])).to.deep.equal(['refused']);
    await scene.send({ ...payout, form: scene.again(payout, bump.tx) });
    scene.ledger.close();

    expect(await scene.dollarsOf(recipient)).to.equal(7n);
  });

  it('waits at the cap, and goes on if an operator raises it', async () => {
    const { payout } = await committed();
    closeAt(100_000n);
    const atCap = await scene.custody.bump(payout.form, null, signal);
    closeAt(100_001n);

    expect(atCap).to.deep.include({ kind: 'dearer' });
    expect(await scene.custody.bump(payout.form, null, signal)).to.deep.equal({
      kind: 'capped',
      offered: 100n,
      needed: 100_001n,
      feeRateCap: 100_000n,
    });
    const raised = await scene.custody.bump(payout.form, 100_001n, signal);
    expect(raised.kind === 'dearer' && raised.tx.maxFeeRate).to.equal(100_001n);
  });

  it('is paid by a machine whose clock is ten minutes behind the ledger, and made again by it', async () => {
    const nowMs = Date.now() - 600_000;
    const slow = { custody: scene.open({ nowMs }), atMs: nowMs };
    const request = scene.payoutTo(recipient, 7n);
    const slot = await scene.nextSlot();
    const payout = scene.commit(await scene.prepared(request, slow.custody), slot, slow);
    await scene.send(payout);
    scene.ledger.close();
    const next = scene.commit(await scene.prepared(request), slot + 1, { atMs: nowMs });
    const renewed = await slow.custody.bump(next.form, null, signal);
    if (renewed.kind !== 'dearer') expect.fail(renewed.kind);
    const again = scene.again(next, renewed.tx, slow);
    await scene.send({ ...next, form: again });
    scene.ledger.close();

    expect((await scene.seen(payout)).mined).to.deep.include({ isSuccess: true });
    expect((await scene.seen(next, { forms: [next.form, again] })).mined).to.deep.include({
      hash: again.hash,
    });
  });

  it('is left as it is while its offer meets the market', async () => {
    const { payout } = await committed();
    await scene.send(payout);

    expect(await scene.custody.bump(payout.form, null, signal)).to.deep.equal({
      kind: 'enough',
      feeRateCap: 100_000n,
    });
  });

  it('is made again only once a ledger has closed past its time, under the same number', async () => {
    const { payout, slot } = await committed();
    const signedAtSec = Math.floor(payout.form.committedAtMs / 1_000);
    scene.ledger.close({ closeTimeSec: signedAtSec + 300 });
    const early = await scene.custody.bump(payout.form, null, signal);
    scene.ledger.close({ closeTimeSec: signedAtSec + 301 });
    const late = await scene.custody.bump(payout.form, null, signal);
    if (late.kind !== 'dearer') expect.fail(late.kind);
    const renewed = scene.again(payout, late.tx, { atMs: payout.form.committedAtMs + 301_000 });

    expect(early.kind).to.equal('enough');
    expect(late.tx.maxFeeRate).to.equal(100n);
    expect(innerOf(renewed.raw).sequence).to.equal(innerOf(payout.form.raw).sequence);
    expect(await scene.custody.broadcast([payout.form])).to.deep.equal(['refused']);
    await scene.send({ ...payout, form: renewed });
    scene.ledger.close();
    const seen = await scene.seen(payout, { forms: [payout.form, renewed] });
    expect(seen.mined).to.deep.include({ hash: renewed.hash, isSuccess: true });
    expect(await scene.dollarsOf(recipient)).to.equal(7n);
    expect(await scene.nextSlot()).to.equal(slot + 1);
  });

  it('costs us nothing if a stranger wraps it and pays', async () => {
    const { payout } = await committed();
    const stranger = Keypair.random();
    await scene.friendbot(stranger.publicKey());
    const theirs = TransactionBuilder.buildFeeBumpTransaction(
      stranger,
      '100',
      innerOf(payout.form.raw),
      scene.ledger.passphrase,
    );
    theirs.sign(stranger);
    await scene.server.submitAsyncTransaction(theirs);
    scene.ledger.close();

    const { mined } = await scene.seen(payout);

    expect(mined).to.deep.include({ hash: payout.form.hash, isSuccess: true, gasCost: 0n });
    if (mined === null) expect.fail();
    const alike = await scene.custody.shownAlike(payout.form.chain, [mined], signal);
    expect([...alike]).to.deep.equal([payout.form.hash]);
    expect(await scene.dollarsOf(recipient)).to.equal(7n);
  });

  /** A ledger that takes no operation for less. */
  function closeAt(baseFee: bigint): void {
    scene.ledger.setBaseFee(baseFee);
    scene.ledger.close();
  }

  async function committed() {
    const slot = await scene.nextSlot();
    const payout = scene.commit(await scene.prepared(scene.payoutTo(recipient, 7n)), slot);
    return { payout, slot };
  }

  function innerOf(raw: string | null): Inner {
    const bump = TransactionBuilder.fromXDR(raw ?? '', scene.ledger.passphrase);
    return 'innerTransaction' in bump ? bump.innerTransaction : expect.fail();
  }
});
