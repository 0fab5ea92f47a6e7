import { parts } from '@interline/server';
import { expect } from 'chai';
import {
  Asset,
  BASE_FEE,
  Horizon,
  Keypair,
  Operation,
  TransactionBuilder,
} from '@stellar/stellar-sdk';
import {
  type BeyondEvmHarness,
  bitcoinRpc,
  startBeyondEvm,
} from '../../support/beyond-evm-harness.ts';
import { endOfRoute } from '../../support/end-of-route.ts';
import { refusalOf } from '../../support/refusal-of.ts';
import { sendDollars } from '../../support/send-dollars.ts';

describe('dollars on Base', () => {
  let harness: BeyondEvmHarness;
  before(async function () {
    harness = await startBeyondEvm(this);
  });
  after(async () => {
    // Undefined where the tests were skipped.
    await (harness as BeyondEvmHarness | undefined)?.stop();
  });

  it('arrive as bitcoin at a fresh address, to the satoshi, and the payer never held gas', async () => {
    const to = await freshAddress();

    const end = await endOfRoute(harness.client, await sendTo('bitcoin', to));

    expect(end).to.include({ status: 'DONE', stage: 'DELIVERED', gasless: true });
    expect(end.destTx).to.match(/^[0-9a-f]{64}$/);
    expect(await received(to)).to.equal(BigInt(String(end.to.delivered)));
    expect(end.to.delivered).to.equal(end.to.min);
  });

  it('arrive as bitcoin for twenty payers at once, each whole, in fewer transactions than payers', async () => {
    const addresses = await Promise.all(Array.from({ length: 20 }, freshAddress));

    const ids = await Promise.all(addresses.map((to) => sendTo('bitcoin', to)));
    const ends = await Promise.all(ids.map((id) => endOfRoute(harness.client, id)));

    expect(ends.map(({ status }) => status)).to.deep.equal(ends.map(() => 'DONE'));
    for (const [index, to] of addresses.entries())
      expect(await received(to)).to.equal(BigInt(String(ends[index]?.to.delivered)));
    expect(new Set(ends.map(({ destTx }) => destTx)).size).to.be.lessThan(20);
  });

  it('arrive as dollars on Stellar if the recipient trusts them, to the stroop', async () => {
    const recipient = await stellarAccount({ trusts: true });

    const end = await endOfRoute(harness.client, await sendTo('stellar', recipient, 'USDC'));

    expect(end).to.include({ status: 'DONE', stage: 'DELIVERED' });
    expect(end.to.claim).to.equal(undefined);
    expect(await stellarBalance(recipient, 'USDC')).to.equal(BigInt(String(end.to.delivered)));
  });

  it('are refused for an account without a trustline, with what to do, and wait for it as a claimable balance', async () => {
    const recipient = await stellarAccount({ trusts: false });

    const refusal = await refusalOf(sendTo('stellar', recipient, 'USDC'));
    const end = await endOfRoute(
      harness.client,
      await sendTo('stellar', recipient, 'USDC', { claimable: true }),
    );

    expect(JSON.stringify(refusal)).to.include('trustline');
    expect(end.status).to.equal('DONE');
    const server = new Horizon.Server(harness.stellar.horizonUrl, { allowHttp: true });
    const { records } = await server.claimableBalances().claimant(recipient).call();
    expect(records.map(({ amount }) => stroops(amount))).to.deep.equal([
      BigInt(String(end.to.delivered)),
    ]);
    expect(end.to.claim?.balanceId).to.equal(records[0]?.id);
  });

  it('make an account on Stellar that did not exist if they arrive as lumens', async () => {
    const recipient = Keypair.random().publicKey();

    const end = await endOfRoute(harness.client, await sendTo('stellar', recipient, 'XLM'));

    expect(end.status).to.equal('DONE');
    expect(await stellarBalance(recipient, 'native')).to.equal(BigInt(String(end.to.delivered)));
  });

  it('are in the books to the unit on every chain, miner fees and all', async () => {
    const books = harness.container.get(parts.books);

    const chains = await books.reconcile();

    expect(chains.map(({ outcome }) => outcome)).to.deep.equal(chains.map(() => 'judged'));
    expect((await books.readReconciliation()).filter(({ deficit }) => deficit > 0n)).to.deep.equal(
      [],
    );
  });

  const sendTo = (toChain: string, toAddress: string, toToken?: string, more?: object) =>
    sendDollars(harness, toChain, toAddress, toToken, more);

  async function freshAddress(): Promise<string> {
    return String(await bitcoinRpc(harness.bitcoin, 'getnewaddress', '', 'bech32m'));
  }

  async function received(address: string): Promise<bigint> {
    const coins = Number(await bitcoinRpc(harness.bitcoin, 'getreceivedbyaddress', address, 0));
    return BigInt(Math.round(coins * 100_000_000));
  }

  async function stellarAccount({ trusts }: { readonly trusts: boolean }): Promise<string> {
    const { horizonUrl, passphrase, usdc } = harness.stellar;
    const key = Keypair.random();
    await fetch(`${horizonUrl}/friendbot?addr=${key.publicKey()}`);
    if (!trusts) return key.publicKey();
    const server = new Horizon.Server(horizonUrl, { allowHttp: true });
    const transaction = new TransactionBuilder(await server.loadAccount(key.publicKey()), {
      fee: BASE_FEE,
      networkPassphrase: passphrase,
    })
      .addOperation(Operation.changeTrust({ asset: new Asset(usdc.code, usdc.issuer) }))
      .setTimeout(0)
      .build();
    transaction.sign(key);
    await server.submitTransaction(transaction);
    return key.publicKey();
  }

  async function stellarBalance(of: string, code: string): Promise<bigint> {
    const server = new Horizon.Server(harness.stellar.horizonUrl, { allowHttp: true });
    const { balances } = await server.loadAccount(of);
    const line = balances.find((one) =>
      code === 'native'
        ? one.asset_type === 'native'
        : 'asset_code' in one && one.asset_code === code,
    );
    return stroops(line?.balance ?? '0');
  }
});

function stroops(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole) * 10_000_000n + BigInt(fraction.padEnd(7, '0'));
}
