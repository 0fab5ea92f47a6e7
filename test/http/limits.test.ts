import { memoryRateLimiter } from '@interline/adapters/rate-limiter';
import { endpoints, type HttpDeps } from '@interline/http';
import { sampleKey } from '@interline/http/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { type Reply, type Service, startService } from './start-service.ts';

const quote = '/api/route/quote';
const lane = { fromChain: 8453, toChain: 42161, amount: '25000000', token: 'USDC' };
const query = `${quote}?fromChain=8453&toChain=42161&amount=25000000&token=USDC`;

describe('a limit', () => {
  let service: Service;
  let clock: { ms: number };
  const open = async (change: Partial<Omit<HttpDeps, 'useCases' | 'log'>> = {}): Promise<void> => {
    clock = { ms: 0 };
    service = await startService({
      rateLimiter: memoryRateLimiter({ monotonic: () => clock.ms, now: () => clock.ms }),
      ...change,
    });
  };
  beforeEach(async () => open());
  afterEach(async () => service.close());

  const reopen = async (change: Parameters<typeof open>[0]): Promise<void> => {
    await service.close();
    await open(change);
  };
  const spend = async (
    requests: number,
    path = '/api/route/chains',
    headers: Record<string, string> = {},
  ): Promise<number> => {
    let taken = 0;
    for (let n = 0; n < requests; n += 1)
      taken += (await service.get(path, headers)).status === 429 ? 0 : 1;
    return taken;
  };

  it('holds on both sides of its bound, on every row of the table', async () => {
    for (const { method, path, limit, example, request } of endpoints.filter(
      (row) => row.limit !== null && !row.path.includes('{'),
    )) {
      await reopen({ limits: { scale: 1, keyFactor: 10 } });
      const asked = (): Promise<Response> =>
        request.body === undefined
          ? fetch(
              `${service.url}${path}?${new URLSearchParams((request.query === undefined ? {} : (example ?? {})) as Record<string, string>).toString()}`,
              { method },
            ) // CAST: a query's example holds texts.
          : fetch(`${service.url}${path}`, { method, body: JSON.stringify(example) });

      const statuses: number[] = [];
      for (let n = 0; n < (limit?.requests ?? 0); n += 1) {
        const response = await asked();
        statuses.push(response.status);
        await response.arrayBuffer();
      }
      const refused = await asked();

      expect(
        statuses.filter((status) => status === 429),
        `${method} ${path}`,
      ).to.deep.equal([]);
      expect(
        [refused.status, ((await refused.json()) as Record<string, unknown>)['errorCode']],
        `${method} ${path}`,
      ).to.deep.equal([429, 'RATE_LIMITED']); // CAST: a test's look at one member.
    }
  });

  it('slides: each request gives its place back a minute after it was made', async () => {
    for (const ms of [0, 30_000]) {
      clock.ms = ms;
      for (let n = 0; n < 20; n += 1) await service.post(quote, lane);
    }

    const statusAt = async (ms: number): Promise<number> => {
      clock.ms = ms;
      return (await service.post(quote, lane)).status;
    };
    expect([await statusAt(59_999), await statusAt(60_000)]).to.deep.equal([429, 200]);
    for (let n = 0; n < 19; n += 1) await service.post(quote, lane);
    expect([await statusAt(60_001), await statusAt(89_999), await statusAt(90_000)]).to.deep.equal([
      429, 429, 200,
    ]);
  });

  it('is one for POST and GET of a path, and for both ways to execute', async () => {
    for (let n = 0; n < 20; n += 1) await service.get(query);
    for (let n = 0; n < 20; n += 1) await service.post(quote, lane);
    for (let n = 0; n < 4; n += 1)
      for (const path of ['/api/route/execute', '/api/floatlane/execute'])
        await service.post(path, {});

    const after = [
      await service.get(query),
      await service.post(quote, lane),
      await service.post('/api/route/execute', {}),
      await service.post('/api/floatlane/execute', {}),
    ];
    expect(after.map(({ status }) => status)).to.deep.equal([429, 429, 429, 429]);
    expect((await service.post('/api/route/compare', lane)).status).to.equal(200);
  });

  it('does not apply to health', async () => {
    expect(await spend(300, '/healthz')).to.equal(300);
    expect((await service.get('/healthz')).headers.get('ratelimit')).to.equal(null);
  });

  it('is sent with every answer, refusals and faults too', async () => {
    const fine = await service.post(quote, lane);
    clock.ms = 12_345;
    const malformed = await service.post(quote, { fromChain: 1 });

    expect(limitOf(fine)).to.deep.equal({
      policy: '"quote";q=40;w=60',
      limit: '"quote";r=39;t=60',
      legacy: ['40', '39', '60'],
    });
    expect([malformed.status, limitOf(malformed)]).to.deep.equal([
      400,
      { policy: '"quote";q=40;w=60', limit: '"quote";r=38;t=48', legacy: ['40', '38', '48'] },
    ]);
  });

  it('answers past it with RATE_LIMITED, and how long to wait in four places that agree', async () => {
    for (let n = 0; n < 40; n += 1) await service.post(quote, lane);
    clock.ms = 47_655;

    const { status, headers, body } = await service.post(quote, lane);

    expect([
      status,
      headers.get('retry-after'),
      headers.get('ratelimit'),
      headers.get('ratelimit-reset'),
    ]).to.deep.equal([429, '13', '"quote";r=0;t=13', '13']);
    expect(body).to.deep.include({
      errorCode: 'RATE_LIMITED',
      retryable: true,
      retryAfterMs: 12_345,
      error: 'quote takes 40 requests in 60 s; the next one in 12345 ms',
    });
  });

  it('never asks a client to come back too early, or a second too late', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 4_000 }), { minLength: 9, maxLength: 14 }),
        async (pauses) => {
          clock.ms += 60_000;
          for (const pause of pauses) {
            clock.ms += pause;
            const { status, headers, body } = await service.post('/api/route/execute', {});
            if (status !== 429) continue;
            const waitMs = Number(body['retryAfterMs']);
            const waitSec = Number(headers.get('retry-after'));
            expect(waitSec * 1_000 - waitMs).to.be.within(0, 999);
            expect([headers.get('ratelimit'), headers.get('ratelimit-reset')]).to.deep.equal([
              `"execute";r=0;t=${waitSec}`,
              String(waitSec),
            ]);

            clock.ms += waitMs - 1;
            expect((await service.post('/api/route/execute', {})).status).to.equal(429);
            clock.ms += 1;
            expect((await service.post('/api/route/execute', {})).status).to.equal(400);
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it('stays where it is under 100 made-up forwarding headers, ten of each name', async () => {
    const names = [
      'x-forwarded-for',
      'forwarded',
      'x-real-ip',
      'cf-connecting-ip',
      'true-client-ip',
      'x-client-ip',
      'fastly-client-ip',
      'x-cluster-client-ip',
      'x-original-forwarded-for',
      'via',
    ];
    const statuses: number[] = [];
    for (let n = 0; n < 100; n += 1) {
      const made = `198.51.100.${n}`;
      const name = names[n % names.length] ?? '';
      statuses.push(
        (await service.post(quote, lane, { [name]: name === 'forwarded' ? `for=${made}` : made }))
          .status,
      );
    }

    expect([
      statuses.filter((status) => status === 200).length,
      statuses.filter((status) => status === 429).length,
    ]).to.deep.equal([40, 60]);
  });

  it('stays where it is behind a proxy of ours too, whatever the client wrote in front of its address', async () => {
    await reopen({ trustedProxies: ['127.0.0.1'] });

    const forged = async (n: number): Promise<number> =>
      spend(1, query, { 'x-forwarded-for': `198.51.100.${n}, 127.0.0.1, 203.0.113.7` });
    let taken = 0;
    for (let n = 0; n < 100; n += 1) taken += await forged(n);

    expect(taken).to.equal(40);
    expect(await spend(41, query, { 'x-forwarded-for': '203.0.113.8' })).to.equal(40);
  });

  it('counts an IPv6 client by its /56, and the next one apart', async () => {
    await reopen({ trustedProxies: ['127.0.0.0/8'] });

    let taken = 0;
    for (let n = 0; n < 256; n += 4)
      taken += await spend(1, query, {
        'x-forwarded-for': `2001:db8:1:ff${n.toString(16).padStart(2, '0')}::${n}`,
      });

    expect(taken).to.equal(40);
    expect(await spend(41, query, { 'x-forwarded-for': '2001:db8:1:fe00::1' })).to.equal(40);
  });

  it("is ten times higher with a key, which a stranger's or a broken one is not", async () => {
    const keyed = await service.get('/api/route/chains', { 'x-svc-key': sampleKey });
    const bearing = await service.get('/api/route/chains', {
      authorization: `Bearer ${sampleKey}`,
    });
    const strange = await Promise.all(
      [`ak_${'b'.repeat(48)}`, 'ak_', sampleKey.toUpperCase(), `${sampleKey}0`].map((key) =>
        service.get('/api/route/chains', { 'x-svc-key': key }),
      ),
    );

    expect([limitOf(keyed).limit, limitOf(bearing).limit]).to.deep.equal([
      '"chains";r=1199;t=60',
      '"chains";r=1198;t=60',
    ]);
    expect(strange.map(limitOf).map(({ policy }) => policy)).to.deep.equal(
      Array.from({ length: 4 }, () => '"chains";q=120;w=60'),
    );
  });

  it('of an address grows tenfold with its first key, and no further with any other', async () => {
    const keys: string[] = [];
    for (let n = 0; n < 5; n += 1)
      keys.push(String((await service.post('/api/keys/create', {})).body['key']));

    const taken = await Promise.all(
      keys.map((key) => spend(150, '/api/status', { 'x-svc-key': key })),
    );

    expect(taken.reduce((sum, one) => sum + one, 0)).to.equal(600);
    expect(await spend(61, '/api/status')).to.equal(60);
  });

  it('of a key holds over all addresses that show it', async () => {
    await reopen({ trustedProxies: ['127.0.0.1'] });

    let taken = 0;
    for (let n = 0; n < 13; n += 1)
      taken += await spend(50, '/api/status', {
        'x-svc-key': sampleKey,
        'x-forwarded-for': `203.0.113.${n}`,
      });

    expect(taken).to.equal(600);
  });

  it('on making keys is five an hour, with a key as without', async () => {
    for (let n = 0; n < 5; n += 1)
      expect(
        (await service.post('/api/keys/create', {}, n % 2 === 0 ? {} : { 'x-svc-key': sampleKey }))
          .status,
      ).to.equal(200);

    const refused = await service.post('/api/keys/create', {}, { 'x-svc-key': sampleKey });
    clock.ms = 3_599_999;
    const early = await service.post('/api/keys/create', {});
    clock.ms = 3_600_000;

    expect([
      refused.status,
      refused.body['retryAfterMs'],
      early.body['retryAfterMs'],
    ]).to.deep.equal([429, 3_600_000, 1]);
    expect((await service.post('/api/keys/create', {})).status).to.equal(200);
  });

  it('is multiplied by the scale of the deployment', async () => {
    await reopen({ limits: { scale: 3, keyFactor: 2 } });

    expect([
      limitOf(await service.post(quote, lane)).policy,
      limitOf(await service.post(quote, lane, { 'x-svc-key': sampleKey })).policy,
    ]).to.deep.equal(['"quote";q=120;w=60', '"quote";q=240;w=60']);
  });

  it('is judged before what is wrong with the body', async () => {
    for (let n = 0; n < 8; n += 1) await service.post('/api/route/execute', '{"not json');

    expect((await service.post('/api/route/execute', '{"not json')).status).to.equal(429);
    expect((await service.post('/api/route/execute', 'x'.repeat(70_000))).status).to.equal(429);
  });
});

function limitOf({ headers }: Reply): {
  readonly policy: string | null;
  readonly limit: string | null;
  readonly legacy: readonly (string | null)[];
} {
  return {
    policy: headers.get('ratelimit-policy'),
    limit: headers.get('ratelimit'),
    legacy: ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`)),
  };
}
