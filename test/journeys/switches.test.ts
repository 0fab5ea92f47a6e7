import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type JsonRecord, textField } from '@interline/cli';
import { type Devnet, startDevnet } from '@interline/devnet';
import type { RailPort } from '@interline/ports';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { endOfRoute } from '../support/end-of-route.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { mine, resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, send, sign } from '../support/payer.ts';
import { postgresOrSkip, type TestPostgres } from '../support/postgres.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { type Ran, runInterline } from '../support/run-interline.ts';
import { stockRail } from '../support/stock-rail.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const lane = { from: 8453, to: 42161 };
const why = { reason: 'its nodes disagree' };
const quote = '/api/route/quote?fromChain=8453&toChain=42161&amount=25000000&token=USDC';

describe('an operator of two instances on one PostgreSQL', () => {
  let postgres: TestPostgres | undefined;
  let dataDir: string;
  let devnet: Devnet;
  let one: Harness;
  let other: Harness;
  /** Runs while the other instance plans an order: after its checks, before it accepts. */
  let whilePlanning: () => Promise<unknown> = async () => undefined;
  before(async function () {
    postgres = await postgresOrSkip(this);
    dataDir = await mkdtemp(join(fastFolder, 'interline-switches-'));
    devnet = await startDevnet({ chainIds: [8453, 42161], port: 0 });
    const stock = stockRail();
    const delayed: RailPort = {
      ...stock,
      async plan(...asked) {
        await whilePlanning();
        return stock.plan(...asked);
      },
    };
    const database = { url: postgres.url, schema: postgres.newSchema() };
    one = await startHarness({ devnet, dataDir, database });
    other = await startHarness({ devnet, dataDir, database, rails: [delayed] });
  });
  afterEach(async () => {
    whilePlanning = async () => undefined;
    for (const { scope } of await switches())
      await order(one, 'resume', textField({ scope }, 'scope'));
  });
  after(async () => {
    if (postgres === undefined) return;
    await Promise.all([one, other].map((harness) => harness.stop()));
    await devnet.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  });

  it('pauses a chain at one: the other refuses the next execute, and takes the same permit after resume', async () => {
    const payer = await freshPayer(one, 8453, 5_000_000n);
    const { body } = await sign(other, payer, { ...lane, units: 5_000_000n });

    await order(one, 'pause', 'chain:42161');
    const refused = await refusalOf(other.client.post('/api/route/execute', body));
    const held = await usdcBalance(devnet, 8453, payer.address);
    await order(one, 'resume', 'chain:42161');
    const receipt = await other.client.post('/api/route/execute', body);
    const last = await endOfRoute(other.client, textField(receipt, 'id'));

    expect([refused.status, refused.body['errorCode'], refused.body['retryAfterMs']]).to.deep.equal(
      [503, 'PAUSED', 30_000],
    );
    expect(refused.body['error']).to.equal(
      'chain:42161 is paused by the operator; the permit was not used, and stays good until its deadline',
    );
    expect(refused.body['details']).to.include({
      scope: 'chain:42161',
      state: 'paused',
      permit: 'good',
    });
    expect(JSON.stringify(refused.body)).not.to.contain(why.reason);
    expect(held).to.equal(5_000_000n);
    expect(last).to.include({ status: 'DONE', bridged: '4996000' });
  });

  it('refuses what the other had checked when the pause committed before it accepted; its permit is unspent', async () => {
    const payer = await freshPayer(one, 8453, 5_000_000n);
    const { body } = await sign(other, payer, { ...lane, units: 5_000_000n });
    let isPaused = false;
    whilePlanning = async () => {
      if (!isPaused) await order(one, 'pause', 'lane:8453-42161');
      isPaused = true;
    };
    const before = await one.container.get(parts.store).reads.transfers.counts();

    const refused = await refusalOf(other.client.post('/api/route/execute', body));
    const after = await one.container.get(parts.store).reads.transfers.counts();
    await order(one, 'resume', 'lane:8453-42161');
    const receipt = await other.client.post('/api/route/execute', body);
    const last = await endOfRoute(other.client, textField(receipt, 'id'));

    expect(isPaused).to.equal(true);
    expect([refused.status, refused.body['errorCode']]).to.deep.equal([503, 'PAUSED']);
    expect(refused.body['details']).to.include({ scope: 'lane:8453-42161', permit: 'good' });
    expect(after).to.deep.equal(before);
    expect(last).to.include({ status: 'DONE', bridged: '4996000' });
  });

  it('holds a route under way on a paused chain: it commits nothing at either, and goes on after resume', async () => {
    const payer = await freshPayer(one, 8453, 5_000_000n);
    await stopMining(devnet, 8453);
    const { receipt } = await send(one, payer, { ...lane, units: 5_000_000n });
    const id = textField(receipt, 'id');
    await order(other, 'pause', 'chain:42161');

    await resumeMining(devnet, 8453);
    await until('the pull', async () => (await routeOf(id))?.credited === 5_000_000n);
    for (const { container } of [one, other, one, other])
      await container.get(parts.transfer).runner.run(id, 0);
    const held = await sentBy(id);
    await order(other, 'resume', 'chain:42161');
    const last = await endOfRoute(one.client, id);

    expect(held).to.deep.equal(['allowance', 'pull']);
    expect(last).to.include({ status: 'DONE', bridged: '4996000' });
    expect(await sentBy(id)).to.deep.equal(['allowance', 'payout', 'pull']);
    expect(await usdcBalance(devnet, 42161, payer.address)).to.equal(4_996_000n);
  });

  it('drains a rail: a route under way finishes on it, and nothing new begins', async () => {
    const [payer, next] = [
      await freshPayer(one, 8453, 5_000_000n),
      await freshPayer(one, 8453, 5_000_000n),
    ];
    const { body } = await sign(other, next, { ...lane, units: 5_000_000n });
    await stopMining(devnet, 8453);
    const { receipt } = await send(one, payer, { ...lane, units: 5_000_000n });

    await order(one, 'drain', 'rail:stock');
    const refused = await refusalOf(other.client.post('/api/route/execute', body));
    await resumeMining(devnet, 8453);
    const last = await endOfRoute(other.client, textField(receipt, 'id'));
    await mine(devnet, 8453);

    expect(last).to.include({ status: 'DONE', bridged: '4996000' });
    expect([refused.status, refused.body['errorCode']]).to.deep.equal([503, 'PAUSED']);
    expect(refused.body['reasons']).to.deep.equal([
      {
        rail: 'stock',
        code: 'PAUSED',
        reason: 'rail:stock is being drained by the operator and accepts nothing new',
      },
    ]);
    expect(refused.body['details']).to.include({ permit: 'good' });
    expect(await usdcBalance(devnet, 8453, next.address)).to.equal(5_000_000n);
  });

  it('shows what is paused within a second: in quotes, comparisons, preflight and the status of both', async () => {
    await order(one, 'pause', 'engine:stock');

    const refused = await until('a quote that is refused', () =>
      other.client.get(quote).then(
        () => null,
        () => refusalOf(other.client.get(quote)),
      ),
    );
    const compared = await other.client.get(quote.replace('quote', 'compare'));
    const preflight = await other.client.post('/api/route/preflight', {
      ...{ fromChain: 8453, toChain: 42161, token: 'USDC', amount: '25000000', mode: 'permit2' },
      fromAddress: '0x1111111111111111111111111111111111111111',
    });
    const metrics = await (await fetch(`${other.service.metricsUrl ?? ''}/metrics`)).text();
    const [here, there] = await Promise.all(
      [one, other].map(({ client }) => client.get('/api/status')),
    );

    expect([refused.status, refused.body['errorCode']]).to.deep.equal([503, 'PAUSED']);
    expect(JSON.stringify(compared)).to.contain('engine:stock is paused by the operator');
    expect(metrics).to.contain('interline_switches{kind="engine",state="paused"} 1');
    expect(metrics).to.contain('interline_switches{kind="chain",state="paused"} 0');
    expect(rows(preflight, 'blockers').map(({ code }) => code)).to.include('PAUSED');
    for (const status of [here, there]) {
      expect(status?.['switches']).to.have.length(1);
      expect(status?.['switches']).to.have.nested.property('[0].scope', 'engine:stock');
      expect(status?.['routes']).to.equal(0);
      expect(JSON.stringify(status)).not.to.contain(why.reason);
    }
  });

  it('finds every order in the audit, who gave it and why; a dry run leaves no trace', async () => {
    const dry = await order(one, 'pause', 'service', { dryRun: true });
    const afterDry = await switches();
    const done = await order(one, 'pause', 'service');
    const twice = await refusalOf(order(other, 'pause', 'service'));
    const [refusal, entry] = rows(
      await other.client.get('/operator/audit?limit=2', token()),
      'entries',
    );

    expect(dry).to.deep.equal({
      dryRun: true,
      action: 'pause',
      target: 'service',
      before: { state: 'open' },
      after: { state: 'paused' },
      auditId: null,
    });
    expect(afterDry).to.deep.equal([]);
    expect(twice.body['errorCode']).to.equal('WRONG_STATE');
    expect(entry).to.deep.include({
      id: done['auditId'],
      operator: 'operator',
      action: 'pause',
      target: 'service',
      reason: why.reason,
      before: { state: 'open' },
      after: { state: 'paused' },
      outcome: 'done',
      errorCode: null,
    });
    expect(refusal).to.include({ outcome: 'refused', errorCode: 'WRONG_STATE' });
  });

  it('pauses, lists and resumes on the command line, and is asked for a reason', async () => {
    const unsaid = await cli('pause', 'chain:8453');
    const dry = await cli('pause', 'chain:8453', '--dry-run');
    const paused = await cli('pause', 'chain:8453', '--reason', why.reason);
    const listed = await cli('switches');
    const resumed = await cli('resume', 'chain:8453', '--reason', 'they agree again', '--json');
    const audit = await cli('operator', 'audit', '--limit', '1');

    expect([unsaid.code, unsaid.err.trim()]).to.deep.equal([
      2,
      'error an order needs its reason for the audit: add --reason "..."',
    ]);
    expect(dry.out).to.equal('pause chain:8453 would change:\n  state: open -> paused\n');
    expect(paused.out).to.match(/^pause chain:8453: done\n {2}state: open -> paused\naudit +au_/);
    expect(listed.out).to.match(/\nchain:8453 +paused +\S+ +operator +its nodes disagree\n$/);
    expect(JSON.parse(resumed.out)).to.deep.include({
      dryRun: false,
      target: 'chain:8453',
      after: { state: 'open' },
    });
    expect(audit.out).to.match(
      /^\S+ operator: resume chain:8453: done\n {2}why: they agree again\n/,
    );
  });

  function order(
    { client }: Harness,
    what: 'pause' | 'drain' | 'resume',
    scope: string,
    words: JsonRecord = why,
  ): Promise<JsonRecord> {
    return client.post(`/operator/${what}`, { scope, ...words }, token());
  }

  function token(): Readonly<Record<string, string>> {
    return { authorization: `Bearer ${one.operatorToken}` };
  }

  async function switches(): Promise<readonly JsonRecord[]> {
    return rows(await one.client.get('/operator/switches', token()), 'switches');
  }

  function rows(answer: JsonRecord, field: string): readonly JsonRecord[] {
    return answer[field] as readonly JsonRecord[]; // CAST: a list, by the endpoint's shape.
  }

  function routeOf(id: string) {
    return one.container.get(parts.store).reads.transfers.route(id);
  }

  async function sentBy(id: string): Promise<readonly string[]> {
    const { transactions } = one.container.get(parts.store).reads;
    return (await transactions.transactionsOf(id)).map(({ purpose }) => purpose).toSorted();
  }

  function cli(...args: readonly string[]): Promise<Ran> {
    return runInterline(args, {
      env: { INTERLINE_URL: other.url, INTERLINE_OPERATOR_TOKEN: other.operatorToken },
    });
  }
});
