import { Asset, type Keypair, Operation, TransactionBuilder, type xdr } from '@stellar/stellar-sdk';
import { expect } from 'chai';
import { codesOf, stellarClient } from '../fixtures/stellar-client.ts';
import { type RunningStellarLedger, startStellarLedger } from './start-stellar-ledger.ts';

describe('a stellar ledger that closes on request', () => {
  let running: RunningStellarLedger;
  let client: ReturnType<typeof stellarClient>;
  let payer: Keypair;
  let payee: Keypair;

  beforeEach(async () => {
    running = await startStellarLedger({ automine: false, submitTimeoutMs: 60 });
    client = stellarClient(running);
    payer = await client.friend();
    payee = await client.friend();
  });
  afterEach(() => running.stop());

  const pay = (amount: string): xdr.Operation =>
    Operation.payment({ destination: payee.publicKey(), asset: Asset.native(), amount });

  async function closedAtSec(): Promise<number> {
    const { records } = await client.server.ledgers().order('desc').limit(1).call();
    return Date.parse(records[0]?.closed_at ?? '') / 1_000;
  }

  it('closes an empty ledger with the time that the request gives', async () => {
    const before = await closedAtSec();

    await client.post('/devnet/close', { closeTimeSec: before + 3_600 });

    expect(await closedAtSec()).to.equal(before + 3_600);
  });

  it('proves a waiting transaction dead by a ledger past its maximum time', async () => {
    const now = await closedAtSec();
    const transaction = await client.build(payer, [pay('1')], { maxTime: now + 1_000 });
    const { tx_status } = await client.server.submitAsyncTransaction(transaction);
    const account = await client.server.loadAccount(payer.publicKey());

    running.close({ closeTimeSec: now + 1_001 });

    expect(tx_status).to.equal('PENDING');
    expect(await closedAtSec()).to.equal(now + 1_001);
    expect((await client.server.loadAccount(payer.publicKey())).sequence).to.equal(
      account.sequence,
    );
    expect(await client.balance(payer)).to.equal('10000.0000000');
    expect(await codesOf(client.server.submitTransaction(transaction))).to.deep.equal({
      transaction: 'tx_too_late',
    });
  });

  it('includes a transaction in the very second of its maximum time, and none before its minimum', async () => {
    const now = await closedAtSec();
    const last = await client.build(payer, [pay('1')], { maxTime: now + 1_000 });
    const early = await client.build(payee, [Operation.bumpSequence({ bumpTo: '0' })], {
      minTime: now + 1_001,
    });
    await client.server.submitAsyncTransaction(last);
    expect(await codesOf(client.server.submitTransaction(early))).to.deep.equal({
      transaction: 'tx_too_early',
    });

    running.close({ closeTimeSec: now + 1_000 });

    expect(await client.balance(payee)).to.equal('10001.0000000');
  });

  it('answers 504 when no ledger closes in time, and the same bytes find it later', async () => {
    const transaction = await client.build(payer, [pay('1')]);

    expect(await codesOf(client.server.submitTransaction(transaction))).to.equal('http 504');
    running.close();

    const sent = await client.server.submitTransaction(transaction);
    expect(sent.successful).to.equal(true);
    expect(await client.balance(payee)).to.equal('10001.0000000');
  });

  it('keeps one waiting transaction an account, unless a fee bump bids ten times its rate', async () => {
    const status = async (sent: Promise<{ tx_status: string }>): Promise<unknown> => {
      try {
        return (await sent).tx_status;
      } catch (error) {
        const data: unknown = Reflect.get(Object(Reflect.get(Object(error), 'response')), 'data');
        return Reflect.get(Object(data ?? Reflect.get(Object(error), 'response')), 'tx_status');
      }
    };
    const first = await client.build(payer, [pay('1')]);
    const other = await client.build(payer, [pay('2')]);
    const bumpAt = (rate: string) => {
      const bump = TransactionBuilder.buildFeeBumpTransaction(
        payee,
        rate,
        first,
        running.passphrase,
      );
      bump.sign(payee);
      return bump;
    };

    expect(await status(client.server.submitAsyncTransaction(first))).to.equal('PENDING');
    expect(await status(client.server.submitAsyncTransaction(first))).to.equal('DUPLICATE');
    expect(await status(client.server.submitAsyncTransaction(other))).to.equal('TRY_AGAIN_LATER');
    expect(await status(client.server.submitAsyncTransaction(bumpAt('999')))).to.equal('ERROR');
    expect(await status(client.server.submitAsyncTransaction(bumpAt('1000')))).to.equal('PENDING');
    running.close();

    expect(await client.balance(payer)).to.equal('9999.0000000');
    const found = await client.server
      .transactions()
      .transaction(bumpAt('1000').hash().toString('hex'))
      .call();
    expect(found.max_fee).to.equal('2000');
    expect(found.fee_charged).to.equal('200');
  });

  it('shows an old ledger while stale, and calls the included bytes a bad sequence', async () => {
    const transaction = await client.build(payer, [pay('1')]);
    const before = await client.server.loadAccount(payer.publicKey());
    running.fault('stale');
    await client.server.submitAsyncTransaction(transaction);
    running.close();

    expect((await client.server.loadAccount(payer.publicKey())).sequence).to.equal(before.sequence);
    expect(await codesOf(client.server.submitTransaction(transaction))).to.deep.equal({
      transaction: 'tx_bad_seq',
    });
    running.fault(null);
    expect((await client.server.loadAccount(payer.publicKey())).sequence).to.equal(
      transaction.sequence,
    );
  });

  it('answers 504 once after accepting, once after dropping, and 503 to all when down', async () => {
    const accepted = await client.build(payer, [pay('1')]);
    running.fault('timeout', 1);
    expect(await codesOf(client.server.submitTransaction(accepted))).to.equal('http 504');
    running.close();
    expect(await client.balance(payee)).to.equal('10001.0000000');

    const dropped = await client.build(payer, [pay('1')]);
    await client.post('/devnet/faults', { fault: 'drop', times: 1 });
    expect(await codesOf(client.server.submitTransaction(dropped))).to.equal('http 504');
    running.close();
    expect(await client.balance(payee)).to.equal('10001.0000000');

    running.fault('down');
    expect(await codesOf(client.server.loadAccount(payer.publicKey()))).to.equal('http 503');
    await client.post('/devnet/faults', { fault: null });
    expect(await client.balance(payee)).to.equal('10001.0000000');
  });
});

describe('a stellar ledger with a timer', () => {
  it('includes a waiting payment without being asked to', async () => {
    const running = await startStellarLedger({ closeMs: 20 });
    const client = stellarClient(running);
    try {
      const payer = await client.friend();

      const sent = await client.send(payer, [Operation.bumpSequence({ bumpTo: '0' })]);

      expect(sent.successful).to.equal(true);
    } finally {
      await running.stop();
    }
  });
});
