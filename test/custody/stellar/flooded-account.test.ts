import { asAddress } from '@interline/kernel';
import {
  Account,
  Asset,
  BASE_FEE,
  Keypair,
  Operation,
  TransactionBuilder,
} from '@stellar/stellar-sdk';
import { expect } from 'chai';
import { type Committed, signal, stellar, StellarScene } from './stellar-scene.ts';

describe('a float on Stellar that strangers pay ten thousand times', () => {
  let scene: StellarScene;
  let payout: Committed;
  let recipient: string;
  before(async function () {
    this.timeout(120_000);
    scene = await StellarScene.start({ channels: 2 });
    recipient = (await scene.recipient()).publicKey();
    // The float's own sequence takes the slots up to the fifth: its account is the one that is paid.
    payout = await scene.sent(scene.payoutTo(recipient, 7n), 2);
    await flood(2_000);
  });
  after(() => scene.stop());

  it('finds what took a slot behind them, and reads a part of them at each look', async () => {
    const anew = scene.open();
    const late = await scene.sent(scene.payoutTo(recipient, 8n), 3);
    const slots = [3];
    const look = () =>
      anew.accountHistory(stellar, { account: scene.float, slots, freeAt: null }, signal);

    const first = await look();
    const second = await look();

    expect(first).to.deep.equal({
      transactions: [],
      unseen: { slot: 3, reason: 'search-goes-on' },
    });
    expect(second.unseen).to.equal(null);
    expect(second.transactions.map(({ hash }) => hash)).to.deep.equal([late.form.hash]);
  });

  it('finds it at the first look where the last ledger with a free slot is known', async () => {
    const late = scene.commit(await scene.prepared(scene.payoutTo(recipient, 9n)), 4);
    const { block: freeAt } = await scene.custody.observe(stellar, [], signal);
    await scene.send(late);

    const found = await scene
      .open()
      .consumerOf(
        { transaction: late.transaction, forms: [late.form] },
        { freeAt, takenAt: null },
        signal,
      );

    expect(found).to.deep.include({ kind: 'found', hash: late.form.hash });
  });

  it('finds what it paid since a time, before the flood and after', async () => {
    const anew = scene.open();
    const search = {
      token: asAddress(scene.usdc),
      from: [scene.float],
      to: asAddress(recipient),
      sinceSec: 0,
    };

    const first = await anew
      .paymentsSince(stellar, search, signal)
      .catch((error: unknown) => error);
    const second = await anew.paymentsSince(stellar, search, signal);

    expect(first).to.deep.include({ code: 'CHAIN_UNREACHABLE' });
    expect(second?.map(({ units, isAgreed }) => [units, isAgreed])).to.deep.equal([
      [7n, true],
      [8n, true],
      [9n, true],
    ]);
    expect(second?.[0]?.hash).to.equal(payout.form.hash);
  });

  /** So many transactions of five stroops each, one stroop a payment. */
  async function flood(count: number): Promise<void> {
    const key = Keypair.random();
    await scene.friendbot(key.publicKey());
    const { sequence } = await scene.server.loadAccount(key.publicKey());
    const account = new Account(key.publicKey(), sequence);
    for (let sent = 0; sent < count; sent += 1) {
      const builder = new TransactionBuilder(account, {
        fee: BASE_FEE,
        networkPassphrase: scene.ledger.passphrase,
      });
      for (let at = 0; at < 5; at += 1)
        builder.addOperation(
          Operation.payment({
            destination: scene.float,
            asset: Asset.native(),
            amount: '0.0000001',
          }),
        );
      const transaction = builder.setTimeout(0).build();
      transaction.sign(key);
      const { tx_status: status } = await scene.server.submitAsyncTransaction(transaction);
      expect(status).to.equal('PENDING');
    }
  }
});
