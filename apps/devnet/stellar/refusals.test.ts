import { Asset, Keypair, Operation, StrKey, TransactionBuilder, xdr } from '@stellar/stellar-sdk';
import { expect } from 'chai';
import { codesOf, stellarClient } from '../fixtures/stellar-client.ts';
import { type RunningStellarLedger, startStellarLedger } from './start-stellar-ledger.ts';

describe('the stellar ledger refuses', () => {
  let running: RunningStellarLedger;
  let client: ReturnType<typeof stellarClient>;
  let payer: Keypair;
  let payee: Keypair;

  before(async () => {
    running = await startStellarLedger();
    client = stellarClient(running);
    payer = await client.friend();
    payee = await client.friend();
  });
  after(() => running.stop());

  const pay = (amount: string, asset = Asset.native(), to = payee.publicKey()): xdr.Operation =>
    Operation.payment({ destination: to, asset, amount });

  const failed = (...operations: string[]): object => ({ transaction: 'tx_failed', operations });

  it('a sequence number that is not the next, with the bytes the public network answers', async () => {
    const held = BigInt((await client.server.loadAccount(payer.publicKey())).sequence);
    const ahead = await client.build(payer, [pay('1')], { sequence: (held + 2n).toString() });

    const answer = await client.server.submitTransaction(ahead).catch((error: unknown) => error);

    const extras: unknown = Reflect.get(
      Object(Reflect.get(Object(Reflect.get(Object(answer), 'response')), 'data')),
      'extras',
    );
    // txBAD_SEQ at a bid of 100 stroops, as testnet answered in the tests of stellar/laboratory.
    expect(extras).to.deep.include({
      result_codes: { transaction: 'tx_bad_seq' },
      result_xdr: 'AAAAAAAAAGT////7AAAAAA==',
      envelope_xdr: ahead.toEnvelope().toXDR('base64'),
    });
  });

  it('a payment to no account, after charging the fee and the sequence number', async () => {
    const before = await client.server.loadAccount(payer.publicKey());
    const nobody = Keypair.random().publicKey();

    const codes = await codesOf(client.send(payer, [pay('1', Asset.native(), nobody)]));

    expect(codes).to.deep.equal(failed('op_no_destination'));
    const after = await client.server.loadAccount(payer.publicKey());
    expect(BigInt(after.sequence) - BigInt(before.sequence)).to.equal(1n);
    const { records } = await client.server
      .transactions()
      .forAccount(payer.publicKey())
      .includeFailed(true)
      .order('desc')
      .limit(1)
      .call();
    // op_no_destination at a fee of 100 stroops as in the tests of stellar/laboratory.
    expect(records[0]?.result_xdr).to.equal('AAAAAAAAAGT/////AAAAAQAAAAAAAAAB////+wAAAAA=');
    expect(records[0]?.fee_charged).to.equal('100');
  });

  it('all operations when one fails, and reports each', async () => {
    const before = await client.balance(payee);

    const codes = await codesOf(
      client.send(payer, [pay('1'), pay('1000000'), pay('2')], { fee: '100' }),
    );

    expect(codes).to.deep.equal(failed('op_success', 'op_underfunded', 'op_success'));
    expect(await client.balance(payee)).to.equal(before);
  });

  it('a missing, a wrong and a needless signature', async () => {
    expect(await codesOf(client.send(payer, [pay('1')], { signers: [] }))).to.deep.equal({
      transaction: 'tx_bad_auth',
    });
    expect(await codesOf(client.send(payer, [pay('1')], { signers: [payee] }))).to.deep.equal({
      transaction: 'tx_bad_auth',
    });
    expect(
      await codesOf(client.send(payer, [pay('1')], { signers: [payer, payee] })),
    ).to.deep.equal({ transaction: 'tx_bad_auth_extra' });
    const tampered = await client.build(payer, [pay('1')]);
    const [signature] = tampered.signatures;
    signature?.signature(Buffer.alloc(64, 1));
    expect(await codesOf(client.server.submitTransaction(tampered))).to.deep.equal({
      transaction: 'tx_bad_auth',
    });
  });

  it('an operation of an account that did not sign', async () => {
    const theft = Operation.payment({
      source: payee.publicKey(),
      destination: payer.publicKey(),
      asset: Asset.native(),
      amount: '1',
    });

    expect(await codesOf(client.send(payer, [pay('1'), theft]))).to.deep.equal(
      failed('op_success', 'op_bad_auth'),
    );
  });

  it('weights below the threshold, and takes those that reach it', async () => {
    const owner = await client.friend();
    const second = Keypair.random();
    await client.send(owner, [
      Operation.setOptions({
        signer: { ed25519PublicKey: second.publicKey(), weight: 1 },
        medThreshold: 2,
        highThreshold: 2,
      }),
    ]);

    expect(await codesOf(client.send(owner, [pay('1')]))).to.deep.equal(failed('op_bad_auth'));
    await client.send(owner, [pay('1')], { signers: [owner, second] });
    const account = await client.server.loadAccount(owner.publicKey());
    expect(account.thresholds).to.deep.equal({
      low_threshold: 0,
      med_threshold: 2,
      high_threshold: 2,
    });
    expect(account.subentry_count).to.equal(1);
  });

  it('a fee below the base fee of each operation, and takes the exact one', async () => {
    await client.post('/devnet/base-fee', { stroops: 250 });
    try {
      expect(await codesOf(client.send(payer, [pay('1'), pay('1')], { fee: '249' }))).to.deep.equal(
        { transaction: 'tx_insufficient_fee' },
      );
      await client.send(payer, [pay('1'), pay('1')], { fee: '250' });
    } finally {
      await client.post('/devnet/base-fee', { stroops: 100 });
    }
  });

  it('a fee bump that bids less than its inner transaction', async () => {
    const inner = await client.build(payer, [pay('1')], { fee: '300' });
    const bump = TransactionBuilder.buildFeeBumpTransaction(
      payee,
      '300',
      inner,
      running.passphrase,
    );
    const envelope = bump.toEnvelope();
    envelope.feeBump().tx().fee(xdr.Int64.fromString('599'));
    const cheap = TransactionBuilder.fromXDR(envelope, running.passphrase);
    cheap.sign(payee);

    expect(await codesOf(client.server.submitTransaction(cheap))).to.deep.equal({
      transaction: 'tx_insufficient_fee',
    });
    bump.sign(payee);
    const { hash } = await client.server.submitTransaction(bump);
    expect(hash).to.equal(bump.hash().toString('hex'));
  });

  it('a bumped transaction for the inner fault', async () => {
    const stale = await client.build(payer, [pay('1')]);
    await client.send(payer, [pay('1')]);
    const bump = TransactionBuilder.buildFeeBumpTransaction(
      payee,
      '100',
      stale,
      running.passphrase,
    );
    bump.sign(payee);

    expect(await codesOf(client.server.submitTransaction(bump))).to.deep.equal({
      transaction: 'tx_fee_bump_inner_failed',
      inner_transaction: 'tx_bad_seq',
    });
  });

  it('a spend of the reserve, to the stroop', async () => {
    const owner = Keypair.random();
    await client.send(payer, [
      Operation.createAccount({ destination: owner.publicKey(), startingBalance: '2' }),
    ]);

    expect(await codesOf(client.send(owner, [pay('0.9999901')]))).to.deep.equal(
      failed('op_underfunded'),
    );
    // That failure cost 100 stroops, and this payment 100 more.
    await client.send(owner, [pay('0.9999800')]);
    expect(await client.balance(owner)).to.equal('1.0000000');
    expect(
      await codesOf(client.send(owner, [Operation.bumpSequence({ bumpTo: '0' })])),
    ).to.deep.equal({ transaction: 'tx_insufficient_balance' });
  });

  it('USDC without a trustline, beyond its limit, and unauthorised', async () => {
    const issuer = await client.friend();
    const held = await client.friend();
    const asset = new Asset('GOLD', issuer.publicKey());
    const give = (amount: string): Promise<unknown> =>
      codesOf(client.send(issuer, [pay(amount, asset, held.publicKey())]));

    expect(await give('1')).to.deep.equal(failed('op_no_trust'));
    await client.send(held, [Operation.changeTrust({ asset, limit: '10' })]);
    expect(await give('10.0000001')).to.deep.equal(failed('op_line_full'));
    expect(await give('10')).to.equal('accepted');
    expect(
      await codesOf(client.send(held, [Operation.changeTrust({ asset, limit: '0' })])),
    ).to.deep.equal(failed('op_invalid_limit'));
    await client.send(issuer, [
      // CAST: the SDK's AuthFlag type has no sums of flags, and 3 is required and revocable.
      Operation.setOptions({ setFlags: 3 as 1 }),
      Operation.setTrustLineFlags({
        trustor: held.publicKey(),
        asset,
        flags: { authorized: false },
      }),
    ]);
    expect(await codesOf(client.send(held, [pay('1', asset, issuer.publicKey())]))).to.deep.equal(
      failed('op_src_not_authorized'),
    );
    const late = await client.friend();
    await client.send(late, [Operation.changeTrust({ asset })]);
    expect(await codesOf(client.send(issuer, [pay('1', asset, late.publicKey())]))).to.deep.equal(
      failed('op_not_authorized'),
    );
  });

  it('operations it does not do, without charging anything', async () => {
    const before = await client.balance(payer);

    const codes = await codesOf(
      client.send(payer, [
        Operation.manageSellOffer({
          selling: Asset.native(),
          buying: client.usdc,
          amount: '1',
          price: '1',
        }),
      ]),
    );

    expect(codes).to.deep.equal(failed('op_not_supported'));
    expect(await client.balance(payer)).to.equal(before);
  });

  it('what is not an envelope, and an account id with a wrong checksum', async () => {
    const post = await fetch(`${running.horizonUrl}/transactions`, {
      method: 'POST',
      body: new URLSearchParams({ tx: 'AAAA' }),
    });
    expect(post.status).to.equal(400);
    expect(await post.json()).to.include({
      type: 'https://stellar.org/horizon-errors/transaction_malformed',
    });
    const wrong = payer.publicKey().replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect(StrKey.isValidEd25519PublicKey(wrong)).to.equal(false);
    expect((await fetch(`${running.horizonUrl}/accounts/${wrong}`)).status).to.equal(400);
  });
});
