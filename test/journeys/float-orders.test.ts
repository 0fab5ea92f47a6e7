import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonRecord } from '@interline/cli';
import { type Devnet, startDevnet } from '@interline/devnet';
import { asUnits, evmChain, nativeAddress } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { chainRpc } from '../support/chain-rpc.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { floatBooks } from '../support/float-books.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { postgresOrSkip, type TestPostgres } from '../support/postgres.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { type Ran, runInterline } from '../support/run-interline.ts';
import { takeSlot } from '../support/send-unknown.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const chainId = 8453;
const chain = evmChain(chainId);
const why = { reason: 'too much on this chain' };
const million = 1_000_000_000_000n;

describe('an operator of the float', () => {
  let harness: Harness;
  /** Units that the service has run, by name; one of `dying` throws instead. */
  let ran: string[];
  let dying: ((name: string) => boolean) | null = null;
  before(async () => {
    ran = [];
    harness = await startHarness({
      chainIds: [chainId, 42161],
      rebind(container) {
        const deployment = container.get(parts.deployment);
        const usdc = container.get(parts.tokens).resolve(chain, 'USDC', 'token').address;
        container.rebind(parts.deployment).toConstantValue({
          ...deployment,
          float: {
            alarms: new Map([[`${chain}/${usdc}`, { belowPct: 100, abovePct: 150 }]]),
            gasBelow: new Map([[chain, asUnits(1n)]]),
            maxRebalanceCostBps: 30,
          },
        });
        const open = container.get(parts.store);
        container.rebind(parts.store).toConstantValue({
          ...open,
          run(name, work) {
            if (dying?.(name) === true) return Promise.reject(new Error('the process died'));
            ran.push(name);
            return open.run(name, work);
          },
        });
      },
    });
  });
  afterEach(async () => {
    dying = null;
    for (const scope of ['service', `chain:${chainId}`])
      await order('resume', { scope }).catch(() => undefined);
    await order('float/target', { chain: chainId, token: 'USDC', reset: true }).catch(
      () => undefined,
    );
  });
  after(() => harness.stop());

  it('reads at once that a withdrawal is more than is free, and the audit has the order once', async () => {
    const { operations } = harness.container.get(parts.store).reads;
    const before = await operations.auditEntries(100);

    const { code, err } = await runInterline(
      [
        'float',
        'withdraw',
        '8453',
        'USDC',
        '--amount',
        '99999999999',
        '--to',
        `0x${'d1'.repeat(20)}`,
        '--reason',
        'all of it',
      ],
      { env: { INTERLINE_URL: harness.url, INTERLINE_OPERATOR_TOKEN: harness.operatorToken } },
    );
    const all = await operations.auditEntries(100);
    const entries = all.slice(0, all.length - before.length);

    expect(code).not.to.equal(0);
    expect(err).to.contain('free; 99999999999 USDC was to leave');
    expect(
      entries.map(({ action, outcome, code: refusal }) => [action, outcome, refusal]),
    ).to.deep.equal([['float-withdraw', 'refused', 'INSUFFICIENT_FLOAT']]);
  });

  it('sees what each float holds, has reserved and free, against its target, and each gas account', async () => {
    const { held } = await book();
    const { floats, gas } = await status();

    expect(floats.find((one) => one['chain'] === chainId && one['symbol'] === 'USDC')).to.include({
      held: String(held),
      reserved: '0',
      free: String(held),
      target: String(million),
      targetFrom: 'config',
      sharePct: Number((held * 100n) / million),
      alarm: null,
    });
    expect(gas.map(({ chain: on, role, alarm }) => [on, role, alarm])).to.deep.equal([
      [chainId, 'spender', null],
      [chainId, 'float', null],
      [42161, 'spender', null],
      [42161, 'float', null],
    ]);
  });

  it('changes a target, which alarms below its share and no unit sooner, and resets it', async () => {
    const { free } = await book();
    const alarmAt = async (units: bigint): Promise<unknown> => {
      await order('float/target', { chain: chainId, token: 'USDC', units: String(units) });
      return (await ofUsdc())['alarm'];
    };

    const alarms = [await alarmAt(free), await alarmAt(free + 1n)];
    const metrics = await (await fetch(`${harness.service.metricsUrl ?? ''}/metrics`)).text();
    const dry = await order('float/target', {
      ...{ chain: chainId, token: 'USDC', reset: true, dryRun: true },
    });
    const ordered = await ofUsdc();
    await order('float/target', { chain: chainId, token: 'USDC', reset: true });
    const again = await refusalOf(
      order('float/target', { chain: chainId, token: 'USDC', reset: true }),
    );

    expect(alarms).to.deep.equal([null, 'below']);
    expect(metrics).to.contain(
      'interline_float_alarm{chain="eip155:8453",token="USDC",side="below"} 1',
    );
    expect(dry).to.deep.include({
      before: { target: String(free + 1n), from: 'order' },
      after: { from: 'config' },
    });
    expect(ordered).to.include({ target: String(free + 1n), targetFrom: 'order' });
    expect(await ofUsdc()).to.include({ target: String(million), targetFrom: 'config' });
    expect([again.status, again.body['errorCode']]).to.deep.equal([409, 'WRONG_STATE']);
    expect(metrics).to.contain('interline_gas_alarm{chain="eip155:8453",account="float"} 0');
  });

  it('is refused a target for the coin, and one without units or with both', async () => {
    const codes = await Promise.all(
      [
        { token: 'ETH', units: '1' },
        { token: 'USDC' },
        { token: 'USDC', units: '1', reset: true },
        { token: 'USDC', units: '-1' },
        { token: 'USDX', units: '1' },
      ].map(
        async (body) =>
          (await refusalOf(order('float/target', { chain: chainId, ...body }))).body['errorCode'],
      ),
    );

    expect(codes).to.deep.equal([
      'BAD_REQUEST',
      'BAD_REQUEST',
      'BAD_REQUEST',
      'BAD_AMOUNT',
      'UNROUTABLE_LANE',
    ]);
  });

  it('withdraws what a dry run showed, and gets the hash under which it was mined', async () => {
    const to = `0x${'a1'.repeat(20)}`;
    const before = await book();
    const asked = { chain: chainId, token: 'USDC', units: '2500000', to };

    const dry = await order('float/withdraw', { ...asked, dryRun: true });
    const afterDry = await usdcBalance(harness.devnet, chainId, to);
    const done = await order('float/withdraw', asked);
    const { hash, slot, follow, onceMined } = done['after'] as JsonRecord; // CAST: an object, by its shape.
    await until(
      'the withdrawal is mined',
      async () => (await usdcBalance(harness.devnet, chainId, to)) === 2_500_000n,
    );
    const receipt = await chainRpc(harness.devnet, chainId, 'eth_getTransactionReceipt', [hash]);

    expect(dry['before']).to.deep.equal({ free: String(before.free), reserved: '0' });
    expect(dry['after']).to.deep.include({
      free: String(before.free - 2_500_000n),
      units: '2500000',
      token: 'USDC',
      to,
    });
    expect(Number((dry['after'] as JsonRecord)['mostGasCost'])).to.be.greaterThan(21_000);
    expect(afterDry).to.equal(0n);
    expect(receipt).to.include({ status: '0x1' });
    expect(slot).to.be.a('number');
    expect(follow).to.equal('interline account show 8453 float');
    await until('it is settled', async () => (await open()) === 0);
    expect(await book()).to.include({ free: before.free - 2_500_000n });
    const exported = await cli(...String(onceMined).split(' ').slice(1));
    expect(exported.out, 'how it ended, once nothing of it is open').to.contain(String(hash));
  });

  it('is refused a unit more than is free, our own accounts, burn addresses and token contracts', async () => {
    const { free } = await book();
    const custody = harness.container.get(parts.evm);
    const usdc = harness.container.get(parts.tokens).resolve(chain, 'USDC', 'token').address;
    const refused = async (body: JsonRecord): Promise<unknown> =>
      (
        await refusalOf(
          order('float/withdraw', {
            ...{ chain: chainId, token: 'USDC', units: '1', to: `0x${'a2'.repeat(20)}` },
            ...body,
          }),
        )
      ).body['errorCode'];

    const codes = [
      await refused({ units: String(free + 1n) }),
      await refused({ to: custody.evmAccounts.spender }),
      await refused({ to: custody.evmAccounts.float, toOwn: true }),
      await refused({ to: `0x${'0'.repeat(40)}` }),
      await refused({ to: `0x${'0'.repeat(36)}dead` }),
      await refused({ to: usdc }),
      await refused({ units: '0' }),
    ];
    const toOwn = await order('float/withdraw', {
      ...{ chain: chainId, token: 'USDC', units: '1', to: custody.evmAccounts.spender },
      ...{ toOwn: true, dryRun: true },
    });

    expect(codes).to.deep.equal([
      'INSUFFICIENT_FLOAT',
      'BAD_REQUEST',
      'BAD_REQUEST',
      'BURN_ADDRESS_REFUSED',
      'BURN_ADDRESS_REFUSED',
      'BURN_ADDRESS_REFUSED',
      'BAD_AMOUNT',
    ]);
    expect(toOwn).to.include({ dryRun: true });
  });

  it('is refused while the chain or the service is paused, and not while another chain is', async () => {
    const to = `0x${'a3'.repeat(20)}`;
    const withdrawal = { chain: chainId, token: 'USDC', units: '1000', to };
    const codes: unknown[] = [];
    for (const scope of [`chain:${chainId}`, 'service']) {
      await order('pause', { scope });
      codes.push((await refusalOf(order('float/withdraw', withdrawal))).body['errorCode']);
      await order('resume', { scope });
    }

    await order('pause', { scope: 'chain:42161' });
    await order('float/withdraw', withdrawal);
    await order('resume', { scope: 'chain:42161' });

    expect(codes).to.deep.equal(['PAUSED', 'PAUSED']);
    await until(
      'the withdrawal is mined',
      async () => (await usdcBalance(harness.devnet, chainId, to)) === 1_000n,
    );
    await until('it is settled', async () => (await open()) === 0);
  });

  it('withdraws all of the coin that gas does not need', async () => {
    const to = `0x${'a4'.repeat(20)}`;
    const dry = await order('float/withdraw', {
      ...{ chain: 42161, token: nativeAddress, units: 'all', to, dryRun: true },
    });
    const { free } = dry['before'] as JsonRecord; // CAST: an object, by its shape.
    const { units, mostGasCost } = dry['after'] as JsonRecord; // CAST: as above.

    expect(BigInt(String(units))).to.equal(BigInt(String(free)) - 2n * BigInt(String(mostGasCost)));
  });

  it('finds no rail but the float itself to move it, so the move is refused with the reason', async () => {
    const refused = await refusalOf(
      order('float/rebalance', {
        ...{ token: 'USDC', units: '1000000', from: chainId, to: 42161, dryRun: true },
      }),
    );

    expect([refused.status, refused.body['errorCode']]).to.deep.equal([422, 'NO_ROUTE']);
  });

  it('does all of it on the command line', async () => {
    await until('nothing is set aside any more', async () =>
      (await status()).floats.every(({ reserved }) => reserved === '0'),
    );
    const shown = await cli('float', 'status');
    const target = await cli('float', 'target', '8453', 'USDC', '5', '--dry-run');
    const to = `0x${'a5'.repeat(20)}`;
    const dry = await cli('float', 'withdraw', '8453', 'USDC', '7', '--to', to, '--dry-run');
    const unsaid = await cli('float', 'withdraw', '8453', 'USDC', '7', '--reason', 'why not');

    expect(shown.out).to.match(
      /^chain +token +held +block +reserved +free +target +share +alarm\n/,
    );
    expect(shown.out).to.match(
      /\n8453 +USDC +[0-9.]+ USDC +\d+ +0 USDC +[0-9.]+ USDC +1000000 USDC +[0-9.]+ %/,
    );
    expect(target.out).to.match(/target: 1000000 USDC -> 0.000005 USDC\n/);
    expect(dry.out).to.match(/units: 0.000007 USDC\n/);
    expect([unsaid.code, unsaid.err.trim()]).to.deep.equal([
      2,
      'error a withdrawal needs its recipient: add --to 0x...',
    ]);
  });

  it('loses no float to a crash right after a withdrawal was displaced', async () => {
    const { store } = harness.container.get(parts.transfer).ports;
    await stopMining(harness.devnet, chainId);
    const done = await order('float/withdraw', {
      ...{ chain: chainId, token: 'USDC', units: '3000000', to: `0x${'a6'.repeat(20)}` },
    });
    const { transaction, slot } = done['after'] as JsonRecord; // CAST: an object, by its shape.
    const [committed = expect.fail()] = (await store.reads.transactions.openTransactions()).filter(
      ({ id }) => id === transaction,
    );
    const claims = () =>
      store.run('look', (tx) => tx.transactions.reservationsOf(committed.owner.id));
    const before = (await claims()).map(({ units }) => units);
    ran = [];
    dying = (name) => name === 'withdrawal-displaced' && ran.includes(name);

    await takeSlot(harness, chainId, 'float', Number(slot));
    await resumeMining(harness.devnet, chainId);
    await until(
      'the withdrawal is displaced',
      async () => (await store.reads.transactions.transaction(committed.id))?.state === 'displaced',
    );

    expect(before).to.include(3_000_000n);
    expect(await claims()).to.deep.equal([]);
    expect(ran.filter((name) => name === 'withdrawal-displaced')).to.have.length(1);
  });

  function order(what: string, body: JsonRecord): Promise<JsonRecord> {
    return harness.client.post(`/operator/${what}`, { ...why, ...body }, token());
  }

  function token(): Readonly<Record<string, string>> {
    return { authorization: `Bearer ${harness.operatorToken}` };
  }

  async function status() {
    const answer = await harness.client.get('/operator/float', token());
    // CAST: lists, by the endpoint's shape.
    return answer as unknown as Record<'floats' | 'gas', readonly JsonRecord[]>;
  }

  async function ofUsdc(): Promise<JsonRecord> {
    const { floats } = await status();
    const found = floats.find((one) => one['chain'] === chainId && one['symbol'] === 'USDC');
    return found ?? expect.fail('the status has no USDC');
  }

  async function book() {
    const found = (await floatBooks(harness)).find((one) => one.chainId === chainId);
    return found ?? expect.fail('the harness has no float on this chain');
  }

  async function open(): Promise<number> {
    const { store } = harness.container.get(parts.transfer).ports;
    return (await store.reads.transactions.openTransactions()).length;
  }

  function cli(...args: readonly string[]): Promise<Ran> {
    return runInterline(args, {
      env: { INTERLINE_URL: harness.url, INTERLINE_OPERATOR_TOKEN: harness.operatorToken },
    });
  }
});

describe("a float's target on two instances of one PostgreSQL", () => {
  let postgres: TestPostgres | undefined;
  let dataDir: string;
  let devnet: Devnet;
  let one: Harness;
  let other: Harness;
  before(async function () {
    postgres = await postgresOrSkip(this);
    dataDir = await mkdtemp(join(fastFolder, 'interline-targets-'));
    devnet = await startDevnet({ chainIds: [chainId], port: 0 });
    const database = { url: postgres.url, schema: postgres.newSchema() };
    one = await startHarness({ devnet, dataDir, database });
    other = await startHarness({ devnet, dataDir, database });
  });
  after(async () => {
    if (postgres === undefined) return;
    await Promise.all([one, other].map((harness) => harness.stop()));
    await devnet.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  });

  it('holds on the other within a second of the order, for its rails as well', async () => {
    const inventory = other.container.get(parts.inventory);
    const usdc = other.container.get(parts.tokens).resolve(chain, 'USDC', 'token');
    const targetNow = async (): Promise<bigint | null> => {
      await inventory.free(usdc, new AbortController().signal);
      return inventory.target(usdc);
    };
    const before = await targetNow();

    await one.client.post(
      '/operator/float/target',
      { chain: chainId, token: 'USDC', units: '77', ...why },
      { authorization: `Bearer ${one.operatorToken}` },
    );
    await until('the target of the other instance', async () => (await targetNow()) === 77n);

    expect(before).to.equal(million);
  });
});
