import { nativeAddress } from '@interline/kernel';
import { Asset, Keypair, Operation } from '@stellar/stellar-sdk';
import { expect } from 'chai';
import { type Committed, signal, stellar, StellarScene } from './stellar-scene.ts';

describe('the channels of a float on Stellar', () => {
  let scene: StellarScene;
  before(async () => {
    scene = await StellarScene.start({ automine: false });
  });
  after(() => scene.stop());

  it('are made by the float once, and lock a lumen each', async () => {
    const made = await scene.custody.prepareAccount(stellar, 'float', signal);
    const { data_attr: data, subentry_count: entries } = await scene.server.loadAccount(
      scene.float,
    );

    expect(made).to.equal(null);
    expect(Buffer.from(data['interline.channels'] ?? '', 'base64').toString()).to.equal('4@5');
    expect(entries).to.equal(2);
    // 10,000 XLM, less three channels of 1 XLM, five parts of a fee and two.
    expect(await scene.stroopsOf(scene.float)).to.equal(99_969_999_300n);
  });

  it('count as held, and not as what can be paid', async () => {
    const book = { chain: stellar, account: scene.float, token: nativeAddress };

    const held = await scene.custody.holdings(stellar, [book], {}, signal);
    const [free] = await scene.custody.balances(stellar, [book], signal);

    expect(held?.balances[0]?.units).to.equal(99_999_999_300n);
    // Two reserves of the account, one of the trustline and one of the entry: 2 XLM.
    expect(free?.units).to.equal(99_949_999_300n);
  });

  it('take twenty payouts in five ledgers, each with its own sequence number', async () => {
    const recipient = await scene.recipient();
    const first = await throughTheFirstSlots(scene, recipient.publicKey());
    const payouts: Committed[] = [];
    for (let at = 0; at < 20; at += 1)
      payouts.push(
        scene.commit(
          await scene.prepared(scene.payoutTo(recipient.publicKey(), 1_000_001n)),
          first + at,
        ),
      );

    const perLedger: number[] = [];
    for (let ledger = 0; ledger < 5; ledger += 1) {
      const before = await minedOf(payouts);
      await scene.custody.broadcast(payouts.map(({ form }) => form));
      scene.ledger.close();
      perLedger.push((await minedOf(payouts)) - before);
    }

    expect(perLedger).to.deep.equal([4, 4, 4, 4, 4]);
    const ends = await Promise.all(payouts.map(async (one) => scene.seen(one)));
    expect(ends.map(({ mined }) => [mined?.isSuccess, mined?.gasCost])).to.deep.equal(
      Array.from({ length: 20 }, () => [true, 200n]),
    );
    expect(await scene.dollarsOf(recipient.publicKey())).to.equal(20_000_023n);
  });

  it('do not wait for a payout that is not sent', async () => {
    const recipient = await scene.recipient();
    const next = await scene.nextSlot();
    const [stuck, ...others] = await Promise.all(
      [0, 1, 2, 3].map(async (at) =>
        scene.commit(await scene.prepared(scene.payoutTo(recipient.publicKey(), 5n)), next + at),
      ),
    );

    await scene.custody.broadcast(others.map(({ form }) => form));
    scene.ledger.close();

    expect(await minedOf(others)).to.equal(3);
    expect(await scene.seen(stuck ?? expect.fail())).to.deep.include({
      mined: null,
      isSlotTaken: false,
    });
    expect(await scene.nextSlot()).to.equal(next + 4);
    await scene.send(stuck ?? expect.fail());
    scene.ledger.close();
    expect(await minedOf([stuck ?? expect.fail()])).to.equal(1);
  });

  it('are found again by a process after a restart, whatever its settings say', async () => {
    const next = await scene.nextSlot();
    const anew = scene.open({ channels: 9 });

    expect(await scene.nextSlot(anew)).to.equal(next);
    expect(await anew.prepareAccount(stellar, 'float', signal)).to.equal(null);
  });

  it('show in the history of the float what each slot has paid', async () => {
    const next = await scene.nextSlot();
    const slots = Array.from({ length: next }, (_, at) => at);

    const { transactions, unseen } = await scene
      .open()
      .accountHistory(stellar, { account: scene.float, slots, freeAt: null }, signal);

    expect(unseen).to.equal(null);
    expect(transactions.map(({ slot }) => slot)).to.deep.equal(slots);
    const [opening, trust, ...paid] = transactions.map(({ calls }) =>
      calls.map(({ does }) => does.kind),
    );
    expect(opening).to.deep.equal(['housekeeping', 'housekeeping', 'housekeeping', 'housekeeping']);
    expect(trust).to.deep.equal(['housekeeping']);
    expect(paid).to.deep.equal(Array.from({ length: 27 }, () => ['payment']));
  });

  it('give a store that has lost a payment the very bytes, to go on with', async () => {
    const recipient = await scene.recipient();
    const slot = await scene.nextSlot();
    const request = {
      ...scene.payoutTo(recipient.publicKey(), 5n),
      delivery: { memo: { type: 'hash', value: '0f'.repeat(32) } },
    } as const;
    const lost = scene.commit(await scene.prepared(request), slot);
    await scene.send(lost);
    scene.ledger.close();

    const { transactions } = await scene.custody.accountHistory(
      stellar,
      { account: scene.float, slots: [slot], freeAt: null },
      signal,
    );

    const { hash, raw, tx } = lost.form;
    const [found] = transactions;
    expect(found?.hash).to.equal(hash);
    expect(found?.form).to.deep.equal({ raw, tx });
    expect(scene.custody.doesSame(stellar, tx, found?.form?.tx ?? expect.fail())).to.equal(true);
  });

  it('name the slot that is free while others behind it are taken, until a no-op has it', async () => {
    const recipient = await scene.recipient();
    const next = await scene.nextSlot();
    const behind = scene.commit(
      await scene.prepared(scene.payoutTo(recipient.publicKey(), 5n)),
      next + 1,
    );
    await scene.send(behind);
    scene.ledger.close();

    const history = await scene.custody.accountHistory(
      stellar,
      { account: scene.float, slots: [next, next + 1], freeAt: null },
      signal,
    );

    expect(history).to.deep.equal({
      transactions: [],
      unseen: { slot: next, reason: 'not-in-range' },
    });
    expect(await scene.custody.queue(stellar, scene.float, signal)).to.deep.equal({
      ...{ mined: next + 2, pending: next + 2, leastPending: next + 2 },
      free: [next],
    });
    const noop = { kind: 'noop', chain: stellar, role: 'float' } as const;
    await scene.send(scene.commit(await scene.prepared(noop), next));
    scene.ledger.close();
    expect(await scene.custody.queue(stellar, scene.float, signal)).to.deep.include({ free: [] });
  });

  async function minedOf(payouts: readonly Committed[]): Promise<number> {
    const seen = await Promise.all(payouts.map(async (one) => scene.seen(one)));
    return seen.filter(({ mined }) => mined !== null).length;
  }
});

describe('a float on Stellar without its channels', () => {
  let scene: StellarScene;
  before(async () => {
    scene = await StellarScene.start();
  });
  after(() => scene.stop());

  it('pays nothing before they are made, and says what they take', async () => {
    const secret = Buffer.alloc(32, 3);
    const key = Keypair.fromRawEd25519Seed(secret);
    const custody = scene.open({ secret });
    await scene.friendbot(key.publicKey());
    const request = scene.payoutTo(scene.float, 7n, nativeAddress);
    const early = await custody.prepare(request, signal).catch((error: unknown) => error);
    // Two reserves stay, and 3.5 XLM with five parts of a fee would make them.
    await leave(key, 10_000_000n + 35_000_499n);

    expect(early).to.deep.include({ code: 'CHAIN_UNREACHABLE' });
    expect(await custody.prepare(request, signal)).to.deep.include({
      code: 'INSUFFICIENT_FLOAT',
      reason: 'the float lacks 1 stroops to make its channel accounts',
    });
    expect(await thrownBy(custody)).to.deep.include({ code: 'GAS_EXHAUSTED' });
    await scene.act(await scene.recipient(), lumens(key.publicKey(), '0.0000001'));
    const opening = await custody.prepareAccount(stellar, 'float', signal);
    await scene.send(scene.commit(opening ?? expect.fail(), 1, { custody }));
    expect(await scene.stroopsOf(key.publicKey())).to.equal(15_000_000n);
    // The trustline takes half a lumen and two parts of a fee.
    expect(await thrownBy(custody)).to.deep.include({ code: 'GAS_EXHAUSTED' });
    await scene.act(await scene.recipient(), lumens(key.publicKey(), '0.5000200'));
    expect(await scene.openAccount(custody)).to.equal(3);
  });

  function thrownBy(custody: StellarScene['custody']): Promise<unknown> {
    return custody.prepareAccount(stellar, 'float', signal).catch((error: unknown) => error);
  }

  /** Leaves so many stroops in the account. */
  async function leave(key: Keypair, stroops: bigint): Promise<void> {
    const surplus = (100_000_000_000n - 100n - stroops).toString();
    await scene.act(key, lumens(scene.float, `${surplus.slice(0, -7)}.${surplus.slice(-7)}`));
  }
});

function lumens(destination: string, amount: string) {
  return Operation.payment({ destination, asset: Asset.native(), amount });
}

/** Pays once in each of the slots that the float's own sequence still takes after the opening. */
async function throughTheFirstSlots(scene: StellarScene, to: string): Promise<number> {
  for (let slot = 2; slot < 5; slot += 1) {
    await scene.sent(scene.payoutTo(to, 1n), slot);
    scene.ledger.close();
  }
  return 5;
}
