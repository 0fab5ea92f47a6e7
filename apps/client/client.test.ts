import { expect } from 'chai';
import { createClient } from './client.ts';
import { NoAnswerError } from './no-answer-error.ts';
import { json, scriptedFetch } from './testing/scripted-fetch.ts';

describe('the client', () => {
  it('asks every operation at its own path', async () => {
    const script = scriptedFetch(json(200, {}));
    const client = createClient({ baseUrl: 'http://a', fetch: script.fetch });
    const transfer = { fromChain: 8453, toChain: 42161, amount: '1' };

    await client.quote(transfer);
    await client.compare(transfer);
    await client.solve({
      toChain: 42161,
      toToken: 'USDC',
      from: [{ chain: 8453, token: 'USDC', amount: '1' }],
      goal: 'fastest',
    });
    await client.preflight(transfer);
    await client.agentDo({ intent: 'move 5 USDC from Base to Arbitrum' });
    await client.execute(transfer);
    await client.status('rt_1');
    await client.hooks.register({ routeId: 'rt_1', url: 'https://b' });
    await client.hooks.get('wh_1');

    expect(
      script.asked.map(({ url, init }) => `${init.method} ${url.slice('http://a'.length)}`),
    ).to.deep.equal([
      'POST /api/route/quote',
      'POST /api/route/compare',
      'POST /api/intent/solve',
      'POST /api/route/preflight',
      'POST /api/agent/do',
      'POST /api/route/execute',
      'GET /api/route/status?id=rt_1',
      'POST /api/hooks/register',
      'GET /api/hooks/wh_1',
    ]);
  });

  it('writes path parameters and queries so that nothing in them can lead elsewhere', async () => {
    const script = scriptedFetch(json(200, {}));
    const client = createClient({ baseUrl: 'http://a', fetch: script.fetch });

    await client.call('DELETE /api/route/schedule/{id}', { params: { id: '../x?y' } });
    await client.call('GET /api/routes/recent', { query: { limit: '5' } });
    await client.call('GET /api/terms', {});

    expect(script.asked.map(({ url }) => url)).to.deep.equal([
      'http://a/api/route/schedule/..%2Fx%3Fy',
      'http://a/api/routes/recent?limit=5',
      'http://a/api/terms',
    ]);
  });

  it('names every POST once, so that its second try is known for what it is', async () => {
    const script = scriptedFetch(new TypeError('fetch failed'), json(200, {}));
    const client = createClient({ baseUrl: 'http://a', fetch: script.fetch });

    await client.hooks.register({ routeId: 'rt_1', url: 'https://b' });
    await client.hooks.register({ routeId: 'rt_1', url: 'https://b' });

    const [first, second, other] = script.asked.map(
      ({ init }) => (init.headers as Record<string, string>)['idempotency-key'],
    ); // CAST: as the transport writes them.
    expect(first).to.match(/^[0-9a-f]{32}$/);
    expect([first === second, first === other]).to.deep.equal([true, false]);
  });

  it('makes no second key if the first was lost on the way', async () => {
    const script = scriptedFetch(new TypeError('fetch failed'));
    const client = createClient({ baseUrl: 'http://a', fetch: script.fetch });

    const error = await client.call('POST /api/keys/create', { body: {} }).then(
      () => null,
      (thrown: unknown) => thrown,
    );

    expect(error).to.be.instanceOf(NoAnswerError);
    expect(script.asked).to.have.length(1);
  });

  it('plays a route through in the sandbox, to the end that is wanted', async () => {
    const script = scriptedFetch(json(200, {}));
    const client = createClient({ baseUrl: 'http://a', fetch: script.fetch });

    await client.execute({ fromChain: 1, toChain: 10, amount: '1' }, { sandbox: 'delivered' });
    await client.execute(
      { fromChain: 1, toChain: 10, amount: '1' },
      { sandbox: 'failed', headers: { 'idempotency-key': 'mine' } },
    );

    expect(script.asked.map(({ init }) => init.headers)).to.have.nested.property(
      '[0].x-svc-sandbox',
      '1',
    );
    expect(script.asked[0]?.init.headers).not.to.have.property('x-svc-sandbox-outcome');
    expect(script.asked[1]?.init.headers).to.include({
      'x-svc-sandbox': '1',
      'x-svc-sandbox-outcome': 'failed',
      'idempotency-key': 'mine',
    });
  });
});
