import { systemClock } from '@interline/adapters/clock';
import { outboundHttp } from '@interline/adapters/outbound-http';
import { stellarCustody, type StellarCustody } from '@interline/adapters/custody/stellar';
import { startStellarLedger, type RunningStellarLedger } from '@interline/devnet/stellar-ledger';
import {
  asAddress,
  asUnits,
  chainRef,
  neverMined,
  routeOwner,
  type SignedTransaction,
  type Transaction,
} from '@interline/kernel';
import type { Prepared, TransactionRequest } from '@interline/ports';
import {
  Account,
  Keypair,
  MuxedAccount,
  Operation,
  Asset,
  BASE_FEE,
  Horizon,
  TransactionBuilder,
  type xdr,
} from '@stellar/stellar-sdk';
import { expect } from 'chai';
import { collectedLog } from '../../contract/custody/collected-log.ts';

const chain = chainRef('stellar:pubnet');
const { signal } = new AbortController();

describe('custody on the Stellar ledger', () => {
  let ledger: RunningStellarLedger;
  let custody: StellarCustody;
  let recipient: Keypair;
  const http = outboundHttp();
  const nowMs = () => Date.now();
  const log = collectedLog();
  before(async () => {
    ledger = await startStellarLedger({ automine: true });
    custody = open();
    await friendbot(custody.account(chain, 'float'));
    const trust = await custody.prepareAccount(chain, 'float', signal);
    await sent(trust ?? expect.fail('a trustline was missing'), 0);
    await gift(custody.account(chain, 'float'), 50_000_000n);
    recipient = Keypair.random();
    await friendbot(recipient.publicKey());
    await trustUsdc(recipient);
  });
  after(async () => {
    await http.close();
    await ledger.stop();
  });

  it('trusts what the deployment pays, and then lacks nothing', async () => {
    expect(await custody.prepareAccount(chain, 'float', signal)).to.equal(null);
    expect(await custody.queue(chain, custody.account(chain, 'float'), signal)).to.deep.equal({
      mined: 1,
      pending: 1,
      leastPending: 1,
      free: [],
    });
  });

  it('pays to the stroop, and shows the transfer with the ledger it is in', async () => {
    const { transaction, form } = await sent(await payout(5_000_001n), 1);

    const reading = await observe(transaction, form);

    expect(reading.mined).to.deep.include({
      hash: form.hash,
      isSuccess: true,
      gasUsed: 2n,
      gasCost: 200n,
    });
    expect(reading.mined?.transfers).to.deep.equal([
      {
        token: usdc(),
        from: custody.account(chain, 'float'),
        to: recipient.publicKey(),
        units: 5_000_001n,
        logIndex: 0,
      },
    ]);
    expect(await held(recipient.publicKey())).to.equal('0.5000001');
    expect(await custody.slotsTaken(chain, custody.account(chain, 'float'), signal)).to.equal(2);
  });

  it('has a transaction that was never sent in no ledger, its slot free', async () => {
    const prepared = await payout(1n);
    const { transaction, form } = committed(prepared, 2);

    expect(await observe(transaction, form)).to.deep.include({ mined: null, isSlotTaken: false });
  });

  it('refuses a recipient without a trustline, and pays it a claimable balance if that is wanted', async () => {
    const bare = Keypair.random();
    await friendbot(bare.publicKey());
    const refused = await custody.prepare(payoutTo(bare.publicKey(), 7n), signal);
    const claimable = await custody.prepare(
      { ...payoutTo(bare.publicKey(), 7n), delivery: { claimable: true } },
      signal,
    );

    expect(refused).to.deep.include({ ok: false, code: 'TRUSTLINE_MISSING' });
    const { transaction, form } = await sent(firstOf(claimable), 2);
    expect((await observe(transaction, form)).mined?.transfers).to.have.length(1);
  });

  it('finds what an older store has lost, with what each transaction paid', async () => {
    const account = custody.account(chain, 'float');

    const history = await custody.accountHistory(
      chain,
      { account, slots: [0, 1], freeAt: null },
      signal,
    );

    expect(history.unseen).to.equal(null);
    expect(history.transactions.map(({ slot, calls }) => [slot, calls[0]?.does])).to.deep.equal([
      [0, { kind: 'housekeeping' }],
      [1, { kind: 'payment', token: usdc(), to: recipient.publicKey(), units: 5_000_001n }],
    ]);
    const payments = await custody.paymentsSince(
      chain,
      {
        token: asAddress(usdc()),
        from: [account],
        to: asAddress(recipient.publicKey()),
        sinceSec: 0,
      },
      signal,
    );
    expect(payments?.map(({ units, isAgreed }) => [units, isAgreed])).to.deep.equal([
      [5_000_001n, true],
    ]);
  });

  it('makes an expired payment again under the same slot, so that one of them applies at most', async () => {
    const { transaction, form } = committed(await payout(3n), 3, nowMs() - 3_600_000);
    const before = await custody.broadcast([form]);
    const renewed = await custody.bump(form, null, signal);
    if (renewed.kind !== 'dearer') expect.fail(renewed.kind);
    const again = custody.seal(
      contentOf(transaction),
      { ...(await payout(3n)), tx: renewed.tx },
      3,
      nowMs(),
    );

    expect(before).to.deep.equal(['refused']);
    expect(await custody.broadcast([again])).to.deep.equal(['accepted']);
    expect(await custody.broadcast([form])).to.deep.equal(['refused']);
    const seen = await custody.observe(chain, [{ transaction, forms: [form, again] }], signal);
    expect(seen.transactions[0]?.mined?.hash).to.equal(again.hash);
  });

  it('knows its own account by every number within it', () => {
    expect(custody.roleOf(asAddress(muxed(custody.account(chain, 'float'))))).to.equal('float');
    expect(custody.roleOf(asAddress(muxed(recipient.publicKey())))).to.equal(null);
  });

  it('pays a number within an account, and creates neither that account nor a claimable balance for it', async () => {
    const bare = Keypair.random();
    await friendbot(bare.publicKey());
    const claimable = { delivery: { claimable: true } } as const;
    const prepare = (to: string, more: object = {}) =>
      custody.prepare({ ...payoutTo(muxed(to), 50_000_000n), ...more }, signal);
    const native = { token: 'native' } as const;

    const paid = await custody.prepare(payoutTo(muxed(recipient.publicKey()), 7n), signal);
    const { transaction, form } = await sent(firstOf(paid), 4);
    expect((await observe(transaction, form)).mined?.transfers).to.have.length(1);
    expect(await prepare(Keypair.random().publicKey(), native)).to.deep.include({
      code: 'SIMULATION_FAILED',
    });
    for (const to of [bare.publicKey(), Keypair.random().publicKey()])
      expect(await prepare(to, claimable)).to.deep.include({ code: 'TRUSTLINE_MISSING' });
  });

  it('keeps the reserve of a balance to claim in lumens, to the stroop', async () => {
    const bare = Keypair.random();
    await friendbot(bare.publicKey());
    const claimable = { ...payoutTo(bare.publicKey(), 7n), delivery: { claimable: true } } as const;
    // Two reserves of its own, one of the trustline, one of the balance; and 200 stroops of fee.
    const enough = await (await floatOf(9, 20_000_200n)).prepare(claimable, signal);
    const short = await (await floatOf(10, 20_000_199n)).prepare(claimable, signal);

    expect(enough.ok).to.equal(true);
    expect(short).to.deep.include({ code: 'INSUFFICIENT_FLOAT' });
  });

  it('keeps the seed out of what it says', async () => {
    const wrong = open(['http://127.0.0.1:9']);
    const error = await wrong.balances(chain, [], signal).catch((thrown: unknown) => thrown);

    expect(String(error)).to.include('no Horizon of Stellar answered properly');
    expect(String(error)).not.to.include('127.0.0.1');
    expect(wrong.chainReader.isUp(chain)).to.equal(false);
  });

  function muxed(account: string): string {
    return new MuxedAccount(new Account(account, '0'), '7').accountId();
  }

  /** The custody of another account, with 50 stroops of USDC and so much in lumens. */
  async function floatOf(seed: number, stroops: bigint): Promise<StellarCustody> {
    const secret = Buffer.alloc(32, seed);
    const key = Keypair.fromRawEd25519Seed(secret);
    await friendbot(key.publicKey());
    await trustUsdc(key);
    await gift(key.publicKey(), 50n);
    // Friendbot gave 10,000 XLM; the trustline and this payment take 100 stroops each.
    const surplus = (100_000_000_000n - 200n - stroops).toString();
    await send(
      key,
      Operation.payment({
        destination: recipient.publicKey(),
        asset: Asset.native(),
        amount: `${surplus.slice(0, -7)}.${surplus.slice(-7)}`,
      }),
    );
    return open(undefined, secret);
  }

  function open(
    horizonUrls = [ledger.horizonUrl],
    secret: Buffer = Buffer.alloc(32, 7),
  ): StellarCustody {
    return stellarCustody({
      chain,
      horizonUrls,
      passphrase: ledger.passphrase,
      secret,
      channels: 1,
      trusted: [usdc()],
      feeRateCap: 100_000n,
      validForSec: 300,
      http,
      clock: {
        now: nowMs,
        monotonic: nowMs,
        sleep: async () => undefined,
        alarm: (ms) => systemClock.alarm(ms),
      },
      log,
    });
  }

  function usdc(): string {
    return `${ledger.usdc.code}:${ledger.usdc.issuer}`;
  }

  function payoutTo(to: string, units: bigint) {
    return {
      kind: 'payout',
      purpose: 'payout',
      chain,
      token: usdc(),
      role: 'float',
      to: asAddress(to),
      units: asUnits(units),
    } as const satisfies TransactionRequest;
  }

  async function payout(units: bigint): Promise<Prepared> {
    return firstOf(await custody.prepare(payoutTo(recipient.publicKey(), units), signal));
  }

  async function sent(prepared: Prepared, slot: number) {
    const both = committed(prepared, slot);
    expect(await custody.broadcast([both.form])).to.deep.equal(['accepted']);
    return both;
  }

  function committed(prepared: Prepared, slot: number, atMs = nowMs()) {
    const transaction: Transaction = {
      id: `ef_${slot}`,
      owner: routeOwner('rt_1'),
      step: 1,
      purpose: prepared.purpose,
      chain,
      role: 'float',
      account: prepared.account,
      slot,
      ...neverMined,
      expects: prepared.expects,
      createdAtMs: atMs,
      multicall: null,
    };
    return { transaction, form: custody.seal(contentOf(transaction), prepared, slot, atMs) };
  }

  async function observe(transaction: Transaction, form: SignedTransaction) {
    const { transactions } = await custody.observe(chain, [{ transaction, forms: [form] }], signal);
    return transactions[0] ?? expect.fail();
  }

  async function friendbot(address: string): Promise<void> {
    await fetch(`${ledger.horizonUrl}/friendbot?addr=${address}`);
  }

  async function gift(to: string, units: bigint): Promise<void> {
    const body = JSON.stringify({ to, amount: String(units) });
    await fetch(`${ledger.horizonUrl}/devnet/faucet`, { method: 'POST', body });
  }

  async function trustUsdc(of: Keypair): Promise<void> {
    const asset = new Asset(ledger.usdc.code, ledger.usdc.issuer);
    await send(of, Operation.changeTrust({ asset }));
  }

  async function send(from: Keypair, operation: xdr.Operation): Promise<void> {
    const server = new Horizon.Server(ledger.horizonUrl, { allowHttp: true });
    const transaction = new TransactionBuilder(await server.loadAccount(from.publicKey()), {
      fee: BASE_FEE,
      networkPassphrase: ledger.passphrase,
    })
      .addOperation(operation)
      .setTimeout(0)
      .build();
    transaction.sign(from);
    await server.submitTransaction(transaction);
  }

  async function held(of: string): Promise<string | undefined> {
    const { balances } = await new Horizon.Server(ledger.horizonUrl, {
      allowHttp: true,
    }).loadAccount(of);
    return balances.find((line) => 'asset_code' in line)?.balance;
  }
});

function contentOf(transaction: Transaction) {
  return {
    transactionId: transaction.id,
    movements: [{ kind: 'payout', transactionId: transaction.id, expects: transaction.expects }],
  } as const;
}

function firstOf(outcome: Awaited<ReturnType<StellarCustody['prepare']>>): Prepared {
  if (!outcome.ok) expect.fail(`${outcome.code}: ${outcome.reason}`);
  return outcome.value[0] ?? expect.fail();
}
