import { textField } from '@interline/cli';
import { parts } from '@interline/server';
import { scriptedRailPackage, temporaryDeployment } from '@interline/plugins/testing';
import { expect } from 'chai';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer, send } from '../support/payer.ts';
import { until } from '../support/until.ts';

describe('GET /metrics', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [8453, 42161] });
  });
  after(() => harness.stop());

  it("is served on a separate loopback address, and not on the service's", async () => {
    const own = await fetch(`${harness.service.metricsUrl ?? ''}/metrics`);
    const service = await fetch(`${harness.url}/metrics`);

    expect([own.status, own.headers.get('content-type'), service.status]).to.deep.equal([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      404,
    ]);
    expect(new URL(harness.service.metricsUrl ?? '').hostname).to.equal('127.0.0.1');
    expect((await fetch(`${harness.service.metricsUrl ?? ''}/`)).status).to.equal(404);
    expect(
      (await fetch(`${harness.service.metricsUrl ?? ''}/metrics`, { method: 'POST' })).status,
    ).to.equal(405);
  });

  it('reports requests, routes, rails, chains, jobs, float, gas, nonces and the event loop after a transfer', async () => {
    const payer = await freshPayer(harness, 8453, 5_000_000n);
    const sent = await send(harness, payer, { from: 8453, to: 42161, units: 5_000_000n });
    await endOfRoute(harness.client, textField(sent.receipt, 'id'));

    // The job ends a moment after the route it moved.
    await until('a job that ended', async () =>
      (await metrics()).includes('interline_job_seconds_count{'),
    );
    const text = await metrics();

    for (const line of [
      /^interline_http_request_seconds_count\{method="POST",path="\/api\/route\/execute",status="200"\} 1$/m,
      /^interline_routes_total\{rail="stock",status="BRIDGING"\} 1$/m,
      /^interline_routes_total\{rail="stock",status="DONE"\} 1$/m,
      /^interline_route_settle_seconds_count\{rail="stock"\} 1$/m,
      /^interline_chain_read_seconds_count\{chain="eip155:8453",outcome="answered"\} \d+$/m,
      /^interline_job_seconds_count\{kind="advance-route",outcome="(completed|put-off)"\} \d+$/m,
      /^interline_routes_open 0$/m,
      /^interline_float_free_tokens\{chain="eip155:42161",token="USDC"\} \d+/m,
      /^interline_gas_balance_coins\{chain="eip155:8453",account="spender"\} \d+/m,
      /^interline_account_in_flight\{chain="eip155:8453",account="spender"\} 0$/m,
      /^interline_account_stopped\{chain="eip155:8453",account="spender"\} 0$/m,
      /^interline_account_stuck\{chain="eip155:8453",account="spender"\} 0$/m,
      /^interline_chain_head_timestamp_seconds\{chain="eip155:8453"\} \d+/m,
      /^interline_price_timestamp_seconds\{chain="eip155:8453",token="USDC"\} \d+/m,
      /^interline_hooks_dead 0$/m,
      /^interline_build_info\{version="0\.1\.0",node="v\d+\.\d+\.\d+"\} 1$/m,
      /^nodejs_eventloop_lag_max_seconds [0-9.e-]+$/m,
      /^process_resident_memory_bytes \d+$/m,
    ])
      expect(text).to.match(line);
  });

  it('has the series of contradicting nodes and of unproven slots at 0 for every chain before the first event', async () => {
    const text = await metrics();

    for (const chain of ['eip155:8453', 'eip155:42161']) {
      expect(text).to.contain(`interline_node_contradictions_total{chain="${chain}"} 0\n`);
      for (const reason of ['receipt-owed', 'node-silent'])
        expect(text).to.contain(
          `interline_slots_unproven{chain="${chain}",reason="${reason}"} 0\n`,
        );
    }
    expect(text).to.contain('# TYPE interline_node_contradictions_total counter');
    expect(text).to.contain('# TYPE interline_slots_unproven gauge');
  });

  it('reports slots whose end no node shows, by chain and reason', async () => {
    const payer = await freshPayer(harness, 8453, 1_000_000n);
    const { receipt } = await send(harness, payer, { from: 8453, to: 42161, units: 1_000_000n });
    const id = textField(receipt, 'id');
    await endOfRoute(harness.client, id);
    const { store } = harness.container.get(parts.transfer).ports;
    const [pull = expect.fail()] = await store.reads.transactions.transactionsOf(id);
    const { chain, account } = pull;
    const looked = { rangeFrom: null, rangeTo: null, sinceMs: 1, lookedAtMs: 1 };
    const slot = { transactionId: pull.id, chain, account, slot: '0', ...looked };
    await store.run('note', (tx) =>
      tx.transactions.noteUnproven({ ...slot, reason: 'receipt-owed' }),
    );

    const during = await metrics();
    await store.run('clear', (tx) => tx.transactions.clearUnproven(pull.id));

    const line = /^interline_slots_unproven\{chain="eip155:8453",reason="receipt-owed"\} 1$/m;
    expect(during).to.match(line);
    expect(await metrics()).to.not.match(line);
  });

  it('names no route, account or transaction, and has as many lines after ten transfers as after one', async () => {
    const transfer = async (): Promise<void> => {
      const payer = await freshPayer(harness, 8453, 1_000_000n);
      const { receipt } = await send(harness, payer, { from: 8453, to: 42161, units: 1_000_000n });
      await endOfRoute(harness.client, textField(receipt, 'id'));
    };
    await transfer();
    const before = await linesOfOurs();

    for (let n = 0; n < 9; n += 1) await transfer();

    expect(await linesOfOurs()).to.deep.equal(before);
    expect(before.join('\n')).not.to.match(/0x[0-9a-f]{8}|rt_|wh_|ak_/i);
  });

  it('reports what every discovered rail answered, refusals by their code', async () => {
    const deployment = await temporaryDeployment([
      scriptedRailPackage('open'),
      scriptedRailPackage(
        'shut',
        `{ quote: () => ({ ok: false, code: 'INSUFFICIENT_FLOAT', reason: 'the float is low' }) }`,
      ),
    ]);
    const found = await startHarness({
      devnet: harness.devnet,
      deployment: { dir: deployment.dir, settings: {} },
    });
    await found.client.post('/api/route/quote', {
      fromChain: 8453,
      toChain: 42161,
      token: 'USDC',
      amount: '1000000',
    });

    const text = await (await fetch(`${found.service.metricsUrl ?? ''}/metrics`)).text();
    await found.stop();
    await deployment.remove();

    expect(text)
      .to.contain('interline_offers_total{rail="open",outcome="firm"} 1')
      .and.to.contain('interline_offers_total{rail="shut",outcome="INSUFFICIENT_FLOAT"} 1');
    expect(text).to.contain(
      'interline_rail_call_seconds_count{rail="open",call="offers",outcome="answered"} 1',
    );
  });

  async function metrics(): Promise<string> {
    return (await fetch(`${harness.service.metricsUrl ?? ''}/metrics`)).text();
  }

  /** Without their values, and without what came of each thing: a job may be put off or not. */
  async function linesOfOurs(): Promise<readonly string[]> {
    const lines = (await metrics())
      .split('\n')
      .filter((line) => line.startsWith('interline_'))
      .map((line) => line.slice(0, line.lastIndexOf(' ')).replace(/outcome="[^"]*"/, ''));
    return [...new Set(lines)].sort();
  }
});
