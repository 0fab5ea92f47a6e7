import { expect } from 'chai';
import {
  arbitrumUsdc,
  baseUsdc,
  operatorToken,
  payer,
  recipient,
  samplePass,
} from '@interline/http/testing';
import { type Service, startService } from './start-service.ts';

const lane = { fromChain: 8453, toChain: 42161, amount: '25000000', token: 'USDC' };
const permit2 = {
  owner: payer,
  permitted: { token: baseUsdc.address, amount: '25000000' },
  nonce: '7',
  deadline: '1800001800',
  signature: '0x01',
};

/** The pseudonym of 127.0.0.1. */
const loopback = 'd0f43f75cec1def230ccafea';

describe('the service over HTTP', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(async () => service.close());

  it('answers every read in its declared shape', async () => {
    for (const path of [
      '/api/status',
      '/api/route/chains',
      '/api/gasless/info',
      '/api/gasless/info?chainId=42161',
      '/api/route/status?id=rt_0123456789abcdef0123456789abcdef',
      '/api/errors',
      '/healthz',
      '/readyz',
    ]) {
      expect((await service.get(path)).status, path).to.equal(200);
    }
  });

  it('keeps prices and receipts out of caches and lets the slow facts in', async () => {
    const cacheOf = async (path: string): Promise<string | null> =>
      (await service.get(path)).headers.get('cache-control');

    expect(await cacheOf('/api/route/quote?fromChain=8453&toChain=42161&amount=1')).to.equal(
      'no-store',
    );
    expect(await cacheOf('/api/route/status?id=rt_0123456789abcdef0123456789abcdef')).to.equal(
      'no-store',
    );
    expect(await cacheOf('/api/status')).to.equal('public, max-age=30');
    expect(await cacheOf('/api/errors')).to.equal('public, max-age=300');
    expect(await cacheOf('/api/gasless/info?chainId=999999')).to.equal('no-store');
  });

  it('quotes the same by GET and by POST', async () => {
    const body = {
      ...lane,
      fromAddress: payer,
      toAddress: recipient,
      slippage: 0.01,
      excludeRails: ['lifi', 'relay'],
    };
    const query = new URLSearchParams({
      fromChain: '8453',
      toChain: '42161',
      amount: '25000000',
      token: 'USDC',
      fromAddress: payer,
      toAddress: recipient,
      slippage: '0.01',
      excludeRails: 'lifi,relay',
    });

    const posted = await service.post('/api/route/quote', body);
    const got = await service.get(`/api/route/quote?${query.toString()}`);

    expect(posted.status).to.equal(200);
    expect(got.body).to.deep.equal(posted.body);
    const [first, second] = service.deps.asked.quotes;
    expect(first?.slice(0, 2)).to.deep.equal(second?.slice(0, 2));
    expect(first?.[0]).to.deep.include({
      from: baseUsdc,
      to: arbitrumUsdc,
      amount: 25_000_000n,
      payer,
      recipient,
      slippage: 10_000,
    });
    expect(first?.[1]).to.deep.equal({ excludeRails: ['lifi', 'relay'] });
  });

  it("asks the engines on behalf of the client's network, whatever it asks", async () => {
    const { asked } = service.deps;
    await service.post('/api/route/quote', lane);
    await service.post('/api/route/compare', lane);
    await service.post('/api/intent/solve', {
      toChain: 42161,
      toToken: 'USDC',
      amount: '7',
      from: [{ chain: 8453, token: 'USDC' }, { chain: 8453 }],
    });
    await service.post('/api/agent/do', { ...lane, fromAddress: payer });
    await service.post('/api/route/preflight', {
      ...lane,
      toAddress: recipient,
      fromAddress: payer,
      mode: 'permit2',
    });

    expect([
      asked.quotes[0]?.[0].askedBy,
      asked.compares[0]?.[0].askedBy,
      asked.intents[0]?.[0].askedBy,
      asked.preflights[0]?.askedBy,
    ]).to.deep.equal(Array(4).fill([loopback]));
    expect(
      asked.solves[0]?.[0].sources.map((source) => 'request' in source && source.request.askedBy),
    ).to.deep.equal([[loopback], [loopback]]);
  });

  it('ignores what it does not know on a quote, and takes a pass', async () => {
    expect(
      (await service.post('/api/route/quote', { ...lane, pass: samplePass(), campaign: 'spring' }))
        .status,
    ).to.equal(200);
  });

  it("gives the agent's caller a body that execute takes once the permit is in", async () => {
    const answer = await service.post('/api/agent/do', {
      ...lane,
      fromAddress: payer,
      toAddress: recipient,
      minOut: '24000000',
      excludeRails: ['lifi'],
    });
    const execute = answer.body['execute'] as Record<string, unknown>; // CAST: checked against the endpoint's shape.

    const receipt = await service.post('/api/route/execute', { ...execute, permit2 });

    expect([
      answer.body['status'],
      execute['live'],
      receipt.status,
      receipt.body['status'],
    ]).to.deep.equal(['READY_TO_SIGN', true, 200, 'BRIDGING']);
    expect(service.deps.asked.executes[0]).to.deep.include({
      mode: 'permit2',
      live: true,
      minOut: 24_000_000n,
      onlyEnforced: false,
      isOperator: false,
      sandbox: null,
      idempotency: null,
    });
    expect(service.deps.asked.intents[0]?.slice(0, 3)).to.deep.equal([
      {
        lane: { from: 'eip155:8453', to: 'eip155:42161' },
        from: baseUsdc,
        to: arbitrumUsdc,
        amount: 25_000_000n,
        payer,
        recipient,
        slippage: 5_000,
        askedBy: [loopback],
      },
      24_000_000n,
      ['lifi'],
    ]);
  });

  it("takes a solver's execute body as an agent request too", async () => {
    expect(
      (
        await service.post('/api/agent/do', {
          ...lane,
          mode: 'permit2',
          fromAddress: payer,
          minOut: '1',
        })
      ).status,
    ).to.equal(200);
  });

  it('rehearses with dryRun, and with live: false', async () => {
    for (const rehearsal of [{ dryRun: true }, { live: false }, { dryRun: true, live: true }]) {
      const { body } = await service.post('/api/route/execute', {
        ...lane,
        toAddress: recipient,
        ...rehearsal,
      });
      expect([body['status'], body['broadcast']]).to.deep.equal(['DRY', false]);
    }
  });

  it('honours the sandbox on both execute paths, with no permit', async () => {
    for (const path of ['/api/route/execute', '/api/floatlane/execute']) {
      const { body } = await service.post(
        path,
        { ...lane, mode: 'permit2', toAddress: recipient },
        { 'x-svc-sandbox': '1', 'x-svc-sandbox-outcome': 'failed' },
      );
      expect([body['id'], body['sandbox']]).to.deep.equal([
        'sbx_0123456789abcdef0123456789abcdef',
        true,
      ]);
    }
    expect(
      service.deps.asked.executes.map(({ sandbox, onlyEnforced }) => [sandbox, onlyEnforced]),
    ).to.deep.equal([
      ['failed', false],
      ['failed', true],
    ]);
  });

  it('shows the use case whether the caller is the operator, and which client asks under which key', async () => {
    const body = { ...lane, toAddress: recipient };
    await service.post('/api/route/execute', body, {
      authorization: `Bearer ${operatorToken}`,
      'idempotency-key': 'k-1',
    });
    await service.post('/api/route/execute', body, { authorization: 'Bearer wrong' });
    await service.post(
      '/api/route/execute',
      { ...body, amount: '25000001' },
      { 'idempotency-key': 'k-1' },
    );

    const [first, second, third] = service.deps.asked.executes;
    expect(third?.idempotency?.bodyHash).not.to.equal(first?.idempotency?.bodyHash);
    expect([first?.isOperator, second?.isOperator]).to.deep.equal([true, false]);
    expect(second?.idempotency).to.equal(null);
    expect(first?.idempotency?.key)
      .to.match(/^[0-9a-f]{64}$/)
      .and.not.to.equal(third?.idempotency?.key);
    expect(first?.client)
      .to.match(/^[0-9a-f]{24}$/)
      .and.to.equal(second?.client);
  });

  it('echoes a harmless request id and makes its own in place of any other', async () => {
    const idFor = async (given: string): Promise<string | null> =>
      (await service.get('/healthz', { 'x-request-id': given })).headers.get('x-request-id');

    expect(await idFor('Trace-1.a_b')).to.equal('Trace-1.a_b');
    expect(await idFor('x'.repeat(64))).to.equal('x'.repeat(64));
    expect(await idFor('x'.repeat(65))).to.match(/^[0-9a-f]{32}$/);
    expect(await idFor('a b')).to.match(/^[0-9a-f]{32}$/);
  });
});

describe('the service behind a base path', () => {
  let service: Service;
  before(async () => {
    service = await startService({ basePath: '/gateway/v1' });
  });
  after(async () => service.close());

  it('serves, tracks and documents below it', async () => {
    const receipt = await service.get(
      '/gateway/v1/api/route/status?id=rt_0123456789abcdef0123456789abcdef',
    );
    const refused = await service.get('/gateway/v1/api/route/status?id=rt_1');

    expect(receipt.body['track']).to.equal(
      '/gateway/v1/api/route/status?id=rt_0123456789abcdef0123456789abcdef',
    );
    expect(refused.body['docs']).to.equal('/gateway/v1/api/errors#UNKNOWN_ROUTE');
    expect((await service.get('/api/status')).status).to.equal(404);
  });

  it('answers for its health at the root', async () => {
    expect((await service.get('/healthz')).body).to.deep.equal({ status: 'alive' });
    expect((await service.get('/readyz')).body).to.deep.equal({
      status: 'ready',
      checks: { store: 'up' },
    });
    expect((await service.get('/gateway/v1/healthz')).status).to.equal(404);
  });
});
