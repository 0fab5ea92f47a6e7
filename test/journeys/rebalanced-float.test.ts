import { type JsonRecord, textField } from '@interline/cli';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type EngineHarness, hasEngines, startEngineHarness } from '../support/engine-harness.ts';
import { engineNames } from '../support/engine-transfer.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { runInterline } from '../support/run-interline.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const source = 8453;
const destination = 42161;
/** Both floats in the beginning. */
const million = 1_000_000_000_000n;
/** For so little the gas of these chains counts most. */
const moved = {
  token: 'USDC',
  from: source,
  to: destination,
  units: '100000000',
  maxCostBps: 1000,
};
/** `oneclick` delivers 99.8 of it for the least gas, `relay` 99.92 for more. */
const inUse: readonly string[] = ['oneclick', 'relay'];
const engines = Object.fromEntries(
  engineNames.map((engine) => [
    engine,
    { enabled: inUse.includes(engine) || ['lifi', 'stargate'].includes(engine) },
  ]),
);

const merged = 'whose transactions are merged';

describe('float that is moved to another chain over an engine', () => {
  let harness: EngineHarness;
  let float: string;
  beforeEach(async function () {
    if (!(await hasEngines())) this.skip();
    const isMerged = this.currentTest?.title.includes(merged) === true;
    harness = await startEngineHarness({
      settings: { faultsToRest: 100, engines },
      ...(isMerged ? { batching: [source, destination] } : {}),
    });
    for (const engine of ['lifi', 'stargate'])
      await operator('drain', { scope: `engine:${engine}` });
    float = harness.container.get(parts.evm).evmAccounts.float;
    await allBalanced();
  });
  afterEach(() => harness?.stop());

  it('arrives at its cost, to the unit on both chains and in the books', async () => {
    const dry = await order({ dryRun: true });
    expect(await balances()).to.deep.equal([million, 0n, million, 0n]);

    const done = await order({});
    const id = textField(after(done), 'route');
    const ended = await endOfRoute(harness.client, id);

    expect([after(dry)['engine'], after(done)['engine']]).to.deep.equal(['oneclick', 'oneclick']);
    expect(after(dry)).to.not.have.property('route');
    expect(after(done)).to.include({ follow: `interline status ${id}`, limitBps: 1000 });
    expect(ended).to.include({ status: 'DONE', stage: 'DELIVERED', svcFee: '0' });
    expect(await balances()).to.deep.equal([999_900_000_000n, 0n, 1_000_099_800_000n, 0n]);
    await allBalanced();
    expect(await booked()).to.deep.equal({
      'capital/8453': million,
      'float/8453': 999_900_000_000n,
      'moved/8453': 99_800_000n,
      'rail-costs/8453': 200_000n,
      'capital/42161': million,
      'float/42161': 1_000_099_800_000n,
      'moved/42161': -99_800_000n,
    });
    const [entry] = await audit();
    expect(entry).to.include({ action: 'float-rebalance', outcome: 'done' });
    expect(after(entry ?? {})['route']).to.equal(id);
  });

  it(`arrives as well from accounts ${merged}`, async () => {
    const { id } = await started({});
    const ended = await endOfRoute(harness.client, id);

    expect(ended).to.include({ status: 'DONE', stage: 'DELIVERED' });
    expect(await balances()).to.deep.equal([999_900_000_000n, 0n, 1_000_099_800_000n, 0n]);
    await until('books that equal the chains', () => allBalanced().then(() => true));
    expect((await booked())['rail-costs/8453']).to.equal(200_000n);
    expect(await isAllFree()).to.equal(true);
  });

  it('is in the books as it arrives, and never unclaimed, while they are reconciled all the time', async () => {
    const { id } = await started({});

    let ended: JsonRecord = {};
    do {
      await allBalanced();
      ended = await harness.client.get(`/api/route/status?id=${id}`);
    } while (ended['status'] === 'BRIDGING');
    await allBalanced();

    expect(ended).to.include({ status: 'DONE' });
    expect(Object.keys(await booked()).filter((one) => one.startsWith('unclaimed'))).to.deep.equal(
      [],
    );
  });

  it('is back in the float except for the gas if the engine does not take it after all', async () => {
    await operator('drain', { scope: 'engine:relay' });
    await stopMining(harness.devnet, source);
    const { id } = await started({});
    await harness.misbehave('oneclick', 'no-route', { recipient: float });
    await resumeMining(harness.devnet, source);

    const ended = await endOfRoute(harness.client, id);

    expect(ended).to.include({ status: 'FAILED', stage: 'REFUNDED', refunded: '100000000' });
    expect(await balances()).to.deep.equal([million, 0n, million, 0n]);
    await allBalanced();
    expect(await booked()).to.deep.equal({
      'capital/8453': million,
      'float/8453': million,
      'capital/42161': million,
      'float/42161': million,
    });
    expect(await isAllFree()).to.equal(true);
  });

  it('is back in the float if the engine took it and sent it back', async () => {
    await harness.misbehave('oneclick', 'refunded', { recipient: float });

    const { id } = await started({});
    const ended = await endOfRoute(harness.client, id);

    expect(ended).to.include({ status: 'FAILED', stage: 'REFUNDED' });
    expect(await balances()).to.deep.equal([million, 0n, million, 0n]);
    await allBalanced();
    expect(await booked()).to.deep.equal({
      'capital/8453': million,
      'float/8453': million,
      'capital/42161': million,
      'float/42161': million,
    });
    expect(await isAllFree()).to.equal(true);
  });

  it('is back in the float if the engine gives back to the spender, which forwards it', async () => {
    for (const engine of inUse) await operator('drain', { scope: `engine:${engine}` });
    await operator('resume', { scope: 'engine:lifi' });
    await harness.misbehave('lifi', 'refunded', { recipient: float });

    const { id } = await started({});
    const ended = await endOfRoute(harness.client, id);

    expect(ended).to.include({ status: 'FAILED', stage: 'REFUNDED', aggregator: 'lifi' });
    expect(await balances()).to.deep.equal([million, 0n, million, 0n]);
    await allBalanced();
    expect(await isAllFree()).to.equal(true);
  });

  it('goes on over the next engine within the limit, which delivers from the same transfer', async () => {
    await stopMining(harness.devnet, source);
    const { id } = await started({});
    await harness.misbehave('oneclick', 'no-route', { recipient: float });
    await resumeMining(harness.devnet, source);

    const ended = await endOfRoute(harness.client, id);

    expect(ended).to.include({ status: 'DONE', aggregator: 'relay' });
    expect(await balances()).to.deep.equal([999_900_000_000n, 0n, 1_000_099_920_000n, 0n]);
    await allBalanced();
  });

  it('is refused above the limit, while it is paused or under way, and nothing is committed then', async () => {
    const refusedBy = async (change: JsonRecord): Promise<unknown> =>
      (await refusalOf(order(change))).body['errorCode'];
    const paused: unknown[] = [];
    for (const scope of [
      'service',
      `chain:${destination}`,
      `lane:${source}-${destination}`,
      'rail:aggregators',
    ]) {
      await operator('pause', { scope });
      paused.push(await refusedBy({}));
      await operator('resume', { scope });
    }
    const dear = await refusedBy({ maxCostBps: 20 });
    const large = await refusedBy({ units: String(million + 1n) });
    const untouched = await transactions();

    await stopMining(harness.devnet, source);
    const { id } = await started({});
    const twice = await refusalOf(order({}));
    const committed = await transactions();
    await resumeMining(harness.devnet, source);
    await endOfRoute(harness.client, id);

    expect(paused).to.deep.equal(['PAUSED', 'PAUSED', 'PAUSED', 'PAUSED']);
    expect([dear, large]).to.deep.equal(['NO_ROUTE', 'INSUFFICIENT_FLOAT']);
    expect(untouched).to.deep.equal([]);
    expect(twice.body['errorCode']).to.equal('WRONG_STATE');
    expect(twice.body['error']).to.contain(id);
    expect(committed).to.deep.equal([['pull', 'float', id]]);
    expect(await balances()).to.deep.equal([999_900_000_000n, 0n, 1_000_099_800_000n, 0n]);
  });

  it('is withheld while the float holds less than the books say', async () => {
    await chainRpc(harness.devnet, source, 'anvil_setBalance', [float, '0xde0b6b3a7640000']);
    await chainRpc(harness.devnet, source, 'anvil_mine', ['0x1']);
    await harness.client.post('/operator/books/reconcile', { chain: source }, token());

    const refused = await refusalOf(order({}));

    expect(refused.body['errorCode']).to.equal('BOOKS_DEFICIT');
    expect(await transactions()).to.deep.equal([]);
  });

  it('is answered with the engine that took it, and what that delivers, if a cheaper one carries coin', async () => {
    await operator('drain', { scope: 'engine:relay' });
    await operator('resume', { scope: 'engine:stargate' });
    const dry = await order({ dryRun: true });

    const done = await order({});
    const ended = await endOfRoute(harness.client, textField(after(done), 'route'));

    const compared = after(done)['compared'] as readonly string[]; // CAST: lines, by the order's shape.
    expect(compared.at(-1)).to.match(/^stargate: left out, its calls carry coin/);
    const brings = { engine: 'oneclick', 'free on 42161': '1000099800000' };
    expect(after(dry)).to.include(brings);
    expect(after(done)).to.include(brings);
    expect(ended['aggregator']).to.equal('oneclick');
    expect(await balances()).to.deep.equal([999_900_000_000n, 0n, 1_000_099_800_000n, 0n]);
  });

  it('is ordered on the command line, which says how to follow it', async () => {
    const { code, out } = await runInterline(
      [
        ...['float', 'rebalance', 'USDC', '100000000'],
        ...['--from', String(source), '--to', String(destination)],
        ...['--max-cost-bps', '1000', '--reason', 'too much there'],
      ],
      { env: { INTERLINE_URL: harness.url, INTERLINE_OPERATOR_TOKEN: harness.operatorToken } },
    );

    expect(code).to.equal(0);
    expect(out).to.contain('from 8453 to 42161: accepted, and under way');
    expect(out).to.match(/follow: interline status rt_[0-9a-f]{32}/);
    const [, id = ''] = /route: (rt_[0-9a-f]{32})/.exec(out) ?? [];
    expect(await endOfRoute(harness.client, id)).to.include({ status: 'DONE' });
  });

  async function started(change: JsonRecord): Promise<{ readonly id: string }> {
    return { id: textField(after(await order(change)), 'route') };
  }

  function order(change: JsonRecord): Promise<JsonRecord> {
    return operator('float/rebalance', { ...moved, ...change });
  }

  function operator(what: string, body: JsonRecord): Promise<JsonRecord> {
    return harness.client.post(`/operator/${what}`, { reason: 'a test', ...body }, token());
  }

  function token(): Readonly<Record<string, string>> {
    return { authorization: `Bearer ${harness.operatorToken}` };
  }

  async function audit(): Promise<readonly JsonRecord[]> {
    const { entries } = await harness.client.get('/operator/audit', token());
    return entries as readonly JsonRecord[]; // CAST: a list, by the endpoint's shape.
  }

  function after(answer: JsonRecord): JsonRecord {
    return answer['after'] as JsonRecord; // CAST: an object, by its shape.
  }

  /** USDC of float and spender, on the source and on the destination. */
  async function balances(): Promise<readonly bigint[]> {
    const custody = harness.container.get(parts.evm);
    return Promise.all(
      [source, destination].flatMap((chain) =>
        (['float', 'spender'] as const).map((role) =>
          usdcBalance(harness.devnet, chain, custody.evmAccounts[role]),
        ),
      ),
    );
  }

  /** Of USDC, without what is zero. */
  async function booked(): Promise<Readonly<Record<string, bigint>>> {
    const all = await harness.container.get(parts.books).showBalances({});
    return Object.fromEntries(
      all
        .filter(({ symbol }) => symbol === 'USDC')
        .map(({ kind, chain, units }) => [`${kind}/${chain.replace('eip155:', '')}`, units]),
    );
  }

  /** Chains and books agree to the unit, and nothing is left to explain. */
  async function allBalanced(): Promise<void> {
    const books = harness.container.get(parts.books);
    const chains = await books.reconcile();
    expect(chains.map(({ outcome }) => outcome)).to.deep.equal(chains.map(() => 'judged'));
    const wrong = (await books.readReconciliation()).filter(({ deficit }) => deficit > 0n);
    expect(wrong).to.deep.equal([]);
  }

  async function isAllFree(): Promise<boolean> {
    const { floats } = await harness.client.get('/operator/float', token());
    // CAST: a list, by the endpoint's shape.
    return (floats as readonly JsonRecord[]).every(({ reserved }) => reserved === '0');
  }

  /** That are open, with their accounts and owners. */
  async function transactions(): Promise<readonly (readonly string[])[]> {
    const { reads } = harness.container.get(parts.store);
    const open = await reads.transactions.openTransactions();
    return open.map(({ purpose, role, owner }) => [purpose, role, owner.id]);
  }
});
