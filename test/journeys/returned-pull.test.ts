import type { JsonRecord } from '@interline/cli';
import type { AccountRole } from '@interline/kernel';
import { asUnits, evmAddress, evmChain, isHash } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { Wallet } from 'ethers';
import { type Harness, startHarness } from '../support/harness.ts';
import { mine } from '../support/mining.ts';
import { freshPayer } from '../support/payer.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { type Ran, runInterline } from '../support/run-interline.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const chainId = 8453;
const chain = evmChain(chainId);
const why = { undelivered: true, reason: 'restored, and never delivered' };
const strangeHash = `0x${'5e'.repeat(32)}` as const;

describe('a payer whose route a restored store has lost', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await startHarness({ chainIds: [chainId, 42161] });
    // A holding is opened by its first look; what comes in later is unclaimed.
    await harness.container.get(parts.books).reconcile();
  });
  afterEach(() => harness.stop());

  for (const role of ['float', 'spender'] as const) {
    it(`gets back what came to the ${role}, once, and the operator reads so on the desk`, async () => {
      const { payer, id } = await unmatchedPull(role, 3_000_000n);
      const listed = await interline(['desk']);

      const dry = await interline(['float', 'return', id, '--undelivered', '--dry-run']);
      const before = await held(payer);
      const [first, second] = await Promise.allSettled([order(id), order(id)]);
      const leaving = await interline(['desk']);
      await until('the payer has it', async () => (await held(payer)) === 3_000_000n);
      await mine(harness.devnet, chainId, 20);
      const empty = await until('it left the desk', async () => {
        const { out } = await interline(['desk']);
        return out.includes('Nothing waits') && out;
      });
      const again = await refusalOf(order(id));
      await harness.container.get(parts.books).reconcile();

      expect(listed.out).to.contain(
        `$ interline float return ${id} --undelivered --reason "<why>"`,
      );
      expect(listed.out).to.match(/^ +moved: 3 USDC 0x/m);
      expect(dry.out, dry.err)
        .to.match(/^ {2}unclaimed: 3 USDC -> 0 USDC$/m)
        .and.to.match(/^ {2}units: 3 USDC$/m);
      expect(before).to.equal(0n);
      expect([first.status, second.status].toSorted()).to.deep.equal(['fulfilled', 'rejected']);
      expect(leaving.out).to.contain('pull, being given back');
      expect(empty).to.contain('Nothing waits for a person.');
      expect([again.status, again.body['errorCode']]).to.deep.equal([409, 'WRONG_STATE']);
      expect(again.body['error']).to.match(/^it is not given back: it was given back by ef_/);
      expect(await unclaimed()).to.equal(0n);
      expect(await held(payer)).to.equal(3_000_000n);
      expect((await orders()).toSorted()).to.deep.equal([
        'float-return done',
        'float-return refused',
        'float-return refused',
      ]);
    });
  }

  it('gets nothing from an order without a statement on the delivery, and the order names what may have been it', async () => {
    const { id } = await unmatchedPull('float', 3_000_000n);
    await unmatched({ kind: 'payment', hash: strangeHash, to: `0x${'e1'.repeat(20)}`, units: 2n });

    const refused = await refusalOf(order(id, { undelivered: false }));

    expect(refused.body).to.deep.include({ errorCode: 'BAD_REQUEST' });
    expect(refused.body['error'])
      .to.contain(`payment ${strangeHash} on eip155:8453`)
      .and.to.contain('--undelivered');
  });

  it('gets nothing twice: not after a refund that the store has lost as well, nor after a withdrawal to them', async () => {
    const refunded = await unmatchedPull('float', 3_000_000n);
    await unmatched({
      kind: 'payment',
      hash: strangeHash,
      to: refunded.payer,
      units: 3_000_000n,
    });
    const paidByHand = await unmatchedPull('float', 4_000_000n);
    await operator('/operator/float/withdraw', {
      chain: chainId,
      token: 'USDC',
      units: '4000000',
      to: paidByHand.payer,
      reason: 'before there was an order for it',
    });
    await until('it arrived', async () => (await held(paidByHand.payer)) === 4_000_000n);

    const [first, second] = [
      await refusalOf(order(refunded.id)),
      await refusalOf(order(paidByHand.id)),
    ];

    expect(first.body['error']).to.contain(`in ${strangeHash}: it was given back already`);
    expect(second.body['error']).to.contain('have paid 4000000 of');
    expect(await held(refunded.payer)).to.equal(0n);
  });

  it('gets nothing out of what was handed on, or is being given back to another payer', async () => {
    const handedOn = await unmatchedPull('spender', 3_000_000n, { arrives: 2_999_999n });
    const short = await refusalOf(order(handedOn.id));
    const other = await unmatchedPull('spender', 2_999_999n, { arrives: 2n });
    await order(other.id);
    const then = await refusalOf(order(handedOn.id));

    expect(short.body['error']).to.contain(': 2999999 of').and.to.contain('it brought 3000000');
    expect(then.body['error']).to.contain(': 2 of');
    expect(await held(other.payer)).to.equal(2_999_999n);
    expect(await held(handedOn.payer)).to.equal(0n);
  });

  it("gets nothing for a permit that a route of the store has: its money is the route's", async () => {
    const payer = await freshPayer(harness, chainId, 5_000_000n);
    const sent = await interline(
      ['send', '--from', '8453', '--to', '42161', '--amount', '2', '--json'],
      { INTERLINE_KEY: payer.wallet.privateKey },
    );
    const route = await harness.container
      .get(parts.store)
      .reads.transfers.route((JSON.parse(sent.out) as { id: string }).id);
    const { id } = await unmatchedPull('float', 2_000_000n, {
      payer: payer.address,
      nonce: String(route?.permit?.nonce),
    });

    const refused = await refusalOf(order(id));

    expect(refused.body['error']).to.contain(`is that of the route ${route?.id}`);
  });

  it('waits while an account is behind its chain: the delivery may be among what is still to be read', async () => {
    const { id } = await unmatchedPull('float', 3_000_000n);
    const account = harness.container.get(parts.evm).evmAccounts.float;
    await harness.container.get(parts.store).run('stop', async (tx) => {
      await tx.transactions.openAccount(evmChain(42161), account, 0);
      await tx.transactions.stopAccount(evmChain(42161), account, 'store-behind: 3');
    });

    const refused = await refusalOf(order(id));

    expect(refused.body['errorCode']).to.equal('ACCOUNT_STOPPED');
  });

  it('gets nothing from an order once an operator has closed the pull as delivered or returned, and another payer does', async () => {
    const first = await unmatchedPull('float', 3_000_000n);
    const second = await unmatchedPull('float', 2_000_000n);
    const third = await unmatchedPull('float', 1_000_000n);
    await close(first.id, 'delivered');
    await close(second.id, 'returned');
    await close(third.id, 'explained');

    const refusals = [await refusalOf(order(first.id)), await refusalOf(order(second.id))];
    await order(third.id);
    await until('the payer has it', async () => (await held(third.payer)) === 1_000_000n);

    expect(refusals.map(({ body }) => body['error'])).to.deep.equal([
      'it is not given back: operator closed it as delivered, so its money is where it belongs',
      'it is not given back: operator closed it as returned, so its money is where it belongs',
    ]);
    expect([await held(first.payer), await held(second.payer)]).to.deep.equal([0n, 0n]);
  });

  it('is closed by the withdrawal that paid it, which then counts for no other pull of that payer', async () => {
    const first = await unmatchedPull('float', 4_000_000n);
    const { payer } = first;
    await operator('/operator/float/withdraw', {
      chain: chainId,
      token: 'USDC',
      units: '4000000',
      to: payer,
      reason: 'before there was an order for it',
    });
    await until('it arrived', async () => (await held(payer)) === 4_000_000n);
    const second = await unmatchedPull('float', 4_000_000n, { payer, nonce: '8' });
    const [withdrawal = ''] = await paymentsTo(payer);

    const stranger = await refusalOf(close(first.id, 'returned', { evidence: strangeHash }));
    const delivered = await refusalOf(close(first.id, 'delivered', { evidence: withdrawal }));
    await close(first.id, 'returned', { evidence: withdrawal });
    const taken = await refusalOf(close(second.id, 'returned', { evidence: withdrawal }));
    await order(second.id);
    await until('the payer has both', async () => (await held(payer)) === 8_000_000n);

    expect(stranger.body['error']).to.contain(`seen: ${withdrawal}`);
    expect(delivered.body['error']).to.contain('this is a pull closed as delivered');
    expect(taken.body['error']).to.contain('none is seen');
  });

  it('is not closed twice, while an order gives it back, or by an id that the desk does not have', async () => {
    const { id } = await unmatchedPull('float', 3_000_000n);
    const leaving = await unmatchedPull('float', 2_000_000n);
    await order(leaving.id);
    const dry = await interline(['desk', 'close', id, '--as', 'delivered', '--dry-run', '--json']);
    const still = await interline(['desk']);
    const underWay = await refusalOf(close(leaving.id, 'delivered'));

    await close(id, 'delivered');
    const [again, unknown] = [
      await refusalOf(close(id, 'explained')),
      await refusalOf(close('nothing', 'explained')),
    ];
    const after = await interline(['desk']);

    expect(dry.code, dry.err).to.equal(0);
    expect(JSON.parse(dry.out)).to.deep.include({
      dryRun: true,
      before: { kind: 'pull', state: 'on the desk' },
      after: { kind: 'pull', state: 'closed as delivered' },
    });
    expect(still.out).to.contain(
      `$ interline desk close ${id} --as <delivered|returned|explained>`,
    );
    expect(underWay.body['error']).to.contain('is giving it back to the payer');
    expect(again.body['error']).to.contain('operator closed it as delivered at ');
    expect(unknown.body['errorCode']).to.equal('UNKNOWN_RECORD');
    expect(after.out).to.not.contain(id);
    expect((await orders()).filter((one) => one.startsWith('desk-close'))).to.have.members([
      'desk-close refused',
      'desk-close done',
      'desk-close refused',
      'desk-close refused',
    ]);
  });

  it('is not closed with a route that has no deposit of which it may be', async () => {
    const { id } = await unmatchedPull('float', 3_000_000n);
    const order = ['desk', 'close', id, '--as', 'delivered', '--route', 'rt_unknown', '--dry-run'];

    expect((await interline(order)).err).to.contain(
      'rt_unknown has no deposit that it can have delivered or given back',
    );
    expect((await refusalOf(close(id, 'explained', { routeId: 'rt_unknown' }))).body).to.include({
      errorCode: 'BAD_REQUEST',
      error: 'it is not closed: what is closed as explained was of no route; leave the route out',
    });
  });

  const close = (id: string, as: string, more: JsonRecord = {}): Promise<JsonRecord> =>
    operator('/operator/desk/close', { id, as, reason: 'looked at', ...more });

  /** Of the float, by the chain. */
  async function paymentsTo(payer: string): Promise<readonly string[]> {
    const custody = harness.container.get(parts.evm);
    const token = harness.container.get(parts.tokens).resolve(chain, 'USDC', 'token').address;
    const from = [custody.evmAccounts.float];
    const search = { token: evmAddress(token), from, to: evmAddress(payer), sinceSec: 0 };
    const seen = await custody.paymentsSince(chain, search, new AbortController().signal);
    return (seen ?? []).map(({ hash }) => hash);
  }

  interface Given {
    /** Where not all of it is on the account any more. */
    readonly arrives?: bigint;
    readonly payer?: string;
    readonly nonce?: string;
  }

  /** As bring-forward stores it, with the money on the account and compared with the books. */
  async function unmatchedPull(
    role: AccountRole,
    units: bigint,
    { arrives = units, payer = Wallet.createRandom().address, nonce = '7' }: Given = {},
  ): Promise<{ readonly payer: string; readonly id: string }> {
    const to = harness.container.get(parts.evm).evmAccounts[role];
    const { txHash } = await harness.devnet.faucet({
      chainId,
      token: 'USDC',
      to,
      amount: arrives,
    });
    await harness.container.get(parts.books).reconcile();
    const id = await unmatched({ kind: 'pull', hash: txHash, from: payer, to, units, nonce });
    return { payer, id };
  }

  interface Unmatched {
    readonly kind: 'pull' | 'payment';
    readonly hash: string;
    readonly from?: string;
    readonly to: string;
    readonly units: bigint;
    readonly nonce?: string;
  }

  async function unmatched({ kind, hash, from, to, units, nonce }: Unmatched): Promise<string> {
    const spender = harness.container.get(parts.evm).evmAccounts.spender;
    const usdc = harness.container.get(parts.tokens).resolve(chain, 'USDC', 'token').address;
    if (!isHash(hash)) throw new Error(`${hash} is not a hash`);
    const payer = from === undefined ? spender : evmAddress(from);
    const id = `${chain}/${hash}/0`;
    await harness.container.get(parts.store).run('put-unmatched', (tx) =>
      tx.transactions.putUnmatched({
        id,
        kind,
        chain,
        account: spender,
        slot: 4,
        hash,
        block: 5,
        atMs: Date.now() - 60_000,
        moved: [{ token: usdc, from: payer, to: evmAddress(to), units: asUnits(units) }],
        spent: null,
        permit: nonce === undefined ? null : { owner: payer, nonce },
        sinceMs: Date.now(),
      }),
    );
    return id;
  }

  const held = (of: string): Promise<bigint> => usdcBalance(harness.devnet, chainId, of);

  const order = (id: string, change: JsonRecord = {}): Promise<JsonRecord> =>
    operator('/operator/float/return', { id, ...why, ...change });

  const operator = (path: string, body: JsonRecord): Promise<JsonRecord> =>
    harness.client.post(path, body, { authorization: `Bearer ${harness.operatorToken}` });

  async function unclaimed(): Promise<bigint> {
    const balances = await harness.container.get(parts.books).showBalances({ chain });
    return balances
      .filter(({ kind, symbol }) => kind === 'unclaimed' && symbol === 'USDC')
      .reduce((sum, { units }) => sum + units, 0n);
  }

  async function orders(): Promise<readonly string[]> {
    const entries = await harness.container.get(parts.store).reads.operations.auditEntries(9);
    return entries.map(({ action, outcome }) => `${action} ${outcome}`);
  }

  const interline = (
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<Ran> =>
    runInterline(args, {
      env: {
        INTERLINE_URL: harness.url,
        INTERLINE_OPERATOR_TOKEN: harness.operatorToken,
        ...env,
      },
    });
});
