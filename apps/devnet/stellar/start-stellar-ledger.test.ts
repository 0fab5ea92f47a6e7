import {
  Asset,
  Claimant,
  Keypair,
  Memo,
  Operation,
  TransactionBuilder,
  xdr,
} from '@stellar/stellar-sdk';
import { MuxedAccount } from '@stellar/stellar-sdk';
import { expect } from 'chai';
import { codesOf, stellarClient } from '../fixtures/stellar-client.ts';
import { type RunningStellarLedger, startStellarLedger } from './start-stellar-ledger.ts';

describe('the stellar ledger, through the SDK', () => {
  let running: RunningStellarLedger;
  let client: ReturnType<typeof stellarClient>;

  before(async () => {
    running = await startStellarLedger();
    client = stellarClient(running);
  });
  after(() => running.stop());

  it('says that it is a devnet and which network it is', async () => {
    const root = await client.server.root();

    expect(root.horizon_version).to.equal('devnet');
    expect(root.network_passphrase).to.equal('Interline Devnet');
  });

  it('pays USDC to a fresh account with a trustline, to the ten-millionth', async () => {
    const payer = await client.friend();
    const payee = await client.friend();
    const trust = [Operation.changeTrust({ asset: client.usdc })];
    await client.send(payer, trust);
    await client.send(payee, trust);
    await client.post('/devnet/faucet', { to: payer.publicKey(), amount: '50000001' });

    const sent = await client.send(
      payer,
      [
        Operation.payment({
          destination: payee.publicKey(),
          asset: client.usdc,
          amount: '5.0000001',
        }),
      ],
      { memo: Memo.text('order 7') },
    );

    expect(await client.balance(payee, 'USDC')).to.equal('5.0000001');
    expect(await client.balance(payer, 'USDC')).to.equal('0.0000000');
    expect(await client.balance(payer)).to.equal('9999.9999800');
    const found = await client.server.transactions().transaction(sent.hash).call();
    expect(found.memo).to.equal('order 7');
    expect(found.successful).to.equal(true);
    const result = xdr.TransactionResult.fromXDR(found.result_xdr, 'base64');
    expect(result.feeCharged().toString()).to.equal('100');
    expect(result.result().results()[0]?.tr().paymentResult().switch().name).to.equal(
      'paymentSuccess',
    );
  });

  it('creates an account with what the payment says and keeps two reserves in it', async () => {
    const payer = await client.friend();
    const created = Keypair.random();
    const create = (startingBalance: string): xdr.Operation =>
      Operation.createAccount({ destination: created.publicKey(), startingBalance });

    expect(await codesOf(client.send(payer, [create('0.9999999')]))).to.deep.equal({
      transaction: 'tx_failed',
      operations: ['op_low_reserve'],
    });
    await client.send(payer, [create('1')]);

    expect(await client.balance(created)).to.equal('1.0000000');
    expect(await client.balance(payer)).to.equal('9998.9999800');
  });

  it('takes the fee of a fee bump from its own account, and the sequence from the inner', async () => {
    const user = await client.friend();
    const relayer = await client.friend();
    const inner = await client.build(user, [Operation.bumpSequence({ bumpTo: '0' })]);
    const bump = TransactionBuilder.buildFeeBumpTransaction(
      relayer,
      '100',
      inner,
      running.passphrase,
    );
    bump.sign(relayer);

    const sent = await client.server.submitTransaction(bump);

    expect(await client.balance(user)).to.equal('10000.0000000');
    expect(await client.balance(relayer)).to.equal('9999.9999800');
    const account = await client.server.loadAccount(user.publicKey());
    expect(account.sequence).to.equal(inner.sequence);
    const found = await client.server
      .transactions()
      .transaction(inner.hash().toString('hex'))
      .call();
    expect(found.hash).to.equal(inner.hash().toString('hex'));
    expect(found.fee_bump_transaction?.hash).to.equal(sent.hash);
    expect(found.fee_account).to.equal(relayer.publicKey());
    expect(found.inner_transaction?.max_fee).to.equal('100');
  });

  it('lays a claimable balance aside and gives it to its claimant only', async () => {
    const payer = await client.friend();
    const claimant = await client.friend();
    const stranger = await client.friend();
    const lay = await client.build(payer, [
      Operation.createClaimableBalance({
        asset: Asset.native(),
        amount: '25',
        claimants: [new Claimant(claimant.publicKey(), Claimant.predicateUnconditional())],
      }),
    ]);
    await client.server.submitTransaction(lay);
    const balanceId = lay.getClaimableBalanceId(0);

    const listed = await client.server.claimableBalances().claimant(claimant.publicKey()).call();
    expect(listed.records.map(({ id, amount }) => ({ id, amount }))).to.deep.equal([
      { id: balanceId, amount: '25.0000000' },
    ]);
    const claim = [Operation.claimClaimableBalance({ balanceId })];
    expect(await codesOf(client.send(stranger, claim))).to.deep.equal({
      transaction: 'tx_failed',
      operations: ['op_cannot_claim'],
    });
    await client.send(claimant, claim);
    expect(await client.balance(claimant)).to.equal('10024.9999900');
    expect(await codesOf(client.send(claimant, claim))).to.deep.equal({
      transaction: 'tx_failed',
      operations: ['op_does_not_exist'],
    });
    const sponsor = await client.server.loadAccount(payer.publicKey());
    expect(sponsor.num_sponsoring).to.equal(0);
  });

  it('lets the SDK refuse a payment without memo to an account that requires one (SEP-29)', async () => {
    const payer = await client.friend();
    const exchange = await client.friend();
    await client.send(exchange, [
      Operation.manageData({ name: 'config.memo_required', value: '1' }),
    ]);
    const pay = [
      Operation.payment({
        destination: exchange.publicKey(),
        asset: Asset.native(),
        amount: '1',
      }),
    ];

    const refused: unknown = await client.send(payer, pay).catch((error: unknown) => error);
    expect(String(refused)).to.include('account requires memo');
    await client.send(payer, pay, { memo: Memo.id('42') });
    expect(await client.balance(exchange)).to.equal('10000.9999900');
  });

  it('pays a muxed account and shows its id', async () => {
    const payer = await client.friend();
    const payee = await client.friend();
    const account = await client.server.loadAccount(payee.publicKey());
    const muxed = new MuxedAccount(account, '77').accountId();

    const { hash } = await client.send(payer, [
      Operation.payment({ destination: muxed, asset: Asset.native(), amount: '3' }),
    ]);

    expect(await client.balance(payee)).to.equal('10003.0000000');
    const { records } = await client.server.payments().forTransaction(hash).call();
    expect(records[0]).to.include({
      to: payee.publicKey(),
      to_muxed: muxed,
      to_muxed_id: '77',
      amount: '3.0000000',
    });
  });

  it('pages the payments of an account in both directions', async () => {
    const payer = await client.friend();
    const payee = await client.friend();
    for (const amount of ['1', '2', '3', '4', '5'])
      await client.send(payer, [
        Operation.payment({ destination: payee.publicKey(), asset: Asset.native(), amount }),
      ]);
    const amountsOf = (records: readonly object[]): unknown[] =>
      records.map((record): unknown => Reflect.get(record, 'amount') ?? 'created');

    const first = await client.server.payments().forAccount(payee.publicKey()).limit(4).call();
    const second = await first.next();
    const newest = await client.server
      .payments()
      .forAccount(payee.publicKey())
      .order('desc')
      .limit(2)
      .call();

    expect(amountsOf(first.records)).to.deep.equal([
      'created',
      '1.0000000',
      '2.0000000',
      '3.0000000',
    ]);
    expect(amountsOf(second.records)).to.deep.equal(['4.0000000', '5.0000000']);
    expect(amountsOf(newest.records)).to.deep.equal(['5.0000000', '4.0000000']);
  });

  it('merges an account into another, and then has no such account', async () => {
    const leaving = await client.friend();
    const heir = await client.friend();

    await client.send(leaving, [Operation.accountMerge({ destination: heir.publicKey() })]);

    expect(await client.balance(heir)).to.equal('19999.9999900');
    expect(await codesOf(client.server.loadAccount(leaving.publicKey()))).to.equal('http 404');
  });

  it('answers the bytes it already knows again, and takes the payment once', async () => {
    const payer = await client.friend();
    const payee = await client.friend();
    const pay = await client.build(payer, [
      Operation.payment({ destination: payee.publicKey(), asset: Asset.native(), amount: '1' }),
    ]);

    const first = await client.server.submitTransaction(pay);
    const second = await client.server.submitTransaction(pay);

    expect(second.hash).to.equal(first.hash);
    expect(await client.balance(payee)).to.equal('10001.0000000');
  });
});
