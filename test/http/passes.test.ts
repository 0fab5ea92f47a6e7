import { memoryRateLimiter } from '@interline/adapters/rate-limiter';
import { badPasses } from '@interline/core/passes';
import { endpoints } from '@interline/http';
import { payer, sampleKey, samplePass, sampleRoute } from '@interline/http/testing';
import { RelayError } from '@interline/kernel';
import { expect } from 'chai';
import { type Reply, type Service, startService } from './start-service.ts';

const agent = '/api/agent/do';
const hooks = '/api/hooks/register';
const lane = { fromChain: 8453, toChain: 42161, amount: '25000000', token: 'USDC' };
const intent = { ...lane, fromAddress: payer };
const forged = samplePass(0, Buffer.alloc(256, 1));

describe('a pass', () => {
  let service: Service;
  let clock: { ms: number };
  const open = async (change: Parameters<typeof startService>[0] = {}): Promise<void> => {
    clock = { ms: 0 };
    const rateLimiter = memoryRateLimiter({ monotonic: () => clock.ms, now: () => clock.ms });
    service = await startService({
      rateLimiter,
      clock: { now: () => clock.ms },
      ...change,
      useCases: {
        ...change.useCases,
        passes: {
          badPasses: badPasses(rateLimiter, { monotonic: () => clock.ms }),
          ...change.useCases?.passes,
        },
      },
    });
  };
  const ask = (body: unknown, pass?: string, headers: Record<string, string> = {}) =>
    service.post(agent, body, {
      ...headers,
      ...(pass === undefined ? {} : { 'x-svc-pass': pass }),
    });
  const useUpLimit = async (): Promise<void> => {
    for (let n = 0; n < 40; n += 1) await ask({});
    expect((await ask(intent)).status).to.equal(429);
  };
  beforeEach(async () => open());
  afterEach(async () => service.close());

  it('takes one request past the limit, in its header or in the body', async () => {
    await useUpLimit();

    expect(seen(await ask(intent, samplePass(1)))).to.deep.equal([200, undefined]);
    expect(seen(await ask({ ...intent, pass: samplePass(2) }))).to.deep.equal([200, undefined]);
    expect(seen(await ask({ ...intent, pass: samplePass(3) }, samplePass(3)))).to.deep.equal([
      200,
      undefined,
    ]);
    expect(seen(await ask({ ...intent, amount: '1' }, samplePass(1)))).to.deep.equal([
      409,
      'PASS_SPENT',
    ]);
  });

  it('is spent within the limit too, and its request counts in no limit and with no key', async () => {
    const first = await ask(intent, samplePass(1), { 'x-svc-key': sampleKey });

    expect(seen(first)).to.deep.equal([200, undefined]);
    expect(first.headers.get('ratelimit')).to.equal(null);
    expect(service.deps.asked.keyUse).to.deep.equal([]);
    expect((await ask(intent)).headers.get('ratelimit')).to.equal('"agent";r=39;t=60');
  });

  it('is not spent on a request of the wrong shape', async () => {
    expect(seen(await ask({ fromChain: [] }, samplePass(1)))).to.deep.equal([400, 'BAD_REQUEST']);
    expect(seen(await ask(intent, samplePass(1)))).to.deep.equal([200, undefined]);
  });

  it('is refused, and nothing is spent, if it is malformed', async () => {
    const good = samplePass(1);
    const parts = JSON.parse(Buffer.from(good, 'base64').toString()) as Record<string, string>; // CAST: a pass of the tests.
    const of = (change: object): string =>
      Buffer.from(JSON.stringify({ ...parts, ...change })).toString('base64');
    const message = Buffer.from(parts['preparedMsg'] ?? '', 'base64');
    const wrong: readonly string[] = [
      'good',
      good.replace(/=*$/, ''),
      Buffer.from('[]').toString('base64'),
      Buffer.from('{').toString('base64'),
      of({ extra: 1 }),
      of({ sig: parts['sig']?.replace(/=*$/, '') }),
      of({ sig: Buffer.alloc(255).toString('base64') }),
      of({ preparedMsg: message.subarray(1).toString('base64') }),
      of({ preparedMsg: Buffer.concat([message, message]).toString('base64') }),
      of({ preparedMsg: Buffer.from(message.toString().toUpperCase()).toString('base64') }),
      'A'.repeat(4_100),
    ];
    for (const pass of wrong) {
      clock.ms += 60_000;
      expect(seen(await ask(intent, pass)), pass.slice(0, 40)).to.deep.equal([400, 'BAD_REQUEST']);
      expect(seen(await ask({ ...intent, pass })), pass.slice(0, 40)).to.deep.equal([
        400,
        'BAD_REQUEST',
      ]);
    }
    for (const pass of [17, null, { good: true }, `${good} `])
      expect(seen(await ask({ ...intent, pass }))).to.deep.equal([400, 'BAD_REQUEST']);
    expect(seen(await ask(intent, good))).to.deep.equal([200, undefined]);
  });

  it('is refused if two of them differ', async () => {
    expect(seen(await ask({ ...intent, pass: samplePass(1) }, samplePass(2)))).to.deep.equal([
      400,
      'BAD_REQUEST',
    ]);
    expect(seen(await ask(intent, samplePass(1)))).to.deep.equal([200, undefined]);
  });

  it('that is forged is refused, whatever is left of the limit', async () => {
    expect(seen(await ask(intent, forged))).to.deep.equal([401, 'PASS_INVALID']);
  });

  it('is refused unseen after 20 bad ones in a minute, and other clients keep asking', async () => {
    let verified = 0;
    await service.close();
    await open({
      useCases: {
        passes: {
          async verifyPass() {
            verified += 1;
            throw new RelayError('PASS_INVALID');
          },
        },
      },
    });
    for (let n = 0; n < 20; n += 1)
      expect(seen(await ask(intent, forged))).to.deep.equal([401, 'PASS_INVALID']);
    const refused = await ask(intent, forged);
    clock.ms = 59_999;
    const early = await ask(intent, forged);
    clock.ms = 60_000;
    const later = await ask(intent, forged);

    expect([seen(refused), refused.body['retryAfterMs']]).to.deep.equal([
      [429, 'RATE_LIMITED'],
      60_000,
    ]);
    expect([seen(early), seen(later)]).to.deep.equal([
      [429, 'RATE_LIMITED'],
      [401, 'PASS_INVALID'],
    ]);
    expect([verified, seen(await ask(intent))]).to.deep.equal([21, [200, undefined]]);
  });

  it('that is forged counts the same when it is redeemed', async () => {
    let verified = 0;
    await service.close();
    await open({
      useCases: {
        passes: {
          async verifyPass() {
            verified += 1;
            throw new RelayError('PASS_INVALID');
          },
        },
      },
    });
    const parts = JSON.parse(Buffer.from(forged, 'base64').toString()) as object; // CAST: a pass is an object.
    const redeemed: number[] = [];
    for (let n = 0; n < 21; n += 1)
      redeemed.push((await service.post('/api/plus/redeem', parts)).status);

    expect(redeemed).to.deep.equal([...times(20, 401), 429]);
    expect([seen(await ask(intent, forged)), verified]).to.deep.equal([[429, 'RATE_LIMITED'], 20]);
  });

  it('is not counted as bad if the store could not look for its key, or not spend it', async () => {
    let fault: 'verifying' | 'spending' | null = 'verifying';
    const { passes } = service.deps.useCases;
    await service.close();
    await open({
      useCases: {
        passes: {
          async verifyPass(pass) {
            if (fault === 'verifying') throw new RelayError('STORE_DOWN');
            return passes.verifyPass(pass);
          },
          async spendPass(pass) {
            if (fault === 'spending') throw new RelayError('STORE_DOWN');
            return passes.spendPass(pass);
          },
        },
      },
    });
    const parts = JSON.parse(Buffer.from(samplePass(1), 'base64').toString()) as object; // CAST: a pass is an object.
    const redeem = () => service.post('/api/plus/redeem', parts);
    const failed: number[] = [];
    for (let n = 0; n < 20; n += 1) failed.push((await ask(intent, samplePass(1))).status);
    for (let n = 0; n < 20; n += 1) failed.push((await redeem()).status);
    fault = 'spending';
    for (let n = 0; n < 20; n += 1) failed.push((await ask(intent, samplePass(1))).status);
    fault = null;

    expect(failed).to.deep.equal(times(60, 503));
    expect(seen(await ask(intent, samplePass(1)))).to.deep.equal([200, undefined]);
  });

  it('has the same answer for the same request for ten minutes, done once', async () => {
    let done = 0;
    await service.close();
    await open({
      useCases: {
        transfer: {
          async prepareOrder() {
            done += 1;
            throw new RelayError('NO_ROUTE');
          },
        },
      },
    });
    const first = await ask(intent, samplePass(1));
    clock.ms = 599_999;
    const again = await ask(intent, samplePass(1));
    clock.ms = 600_000;
    const late = await ask(intent, samplePass(1));

    expect([seen(first), seen(again), seen(late), done]).to.deep.equal([
      [422, 'NO_ROUTE'],
      [422, 'NO_ROUTE'],
      [409, 'PASS_SPENT'],
      1,
    ]);
  });

  it('is good for one more try of the request that the service could not serve', async () => {
    let tries = 0;
    await service.close();
    await open({
      useCases: {
        transfer: {
          async prepareOrder() {
            tries += 1;
            throw new RelayError(tries === 1 ? 'STORE_DOWN' : 'NO_ROUTE');
          },
        },
      },
    });

    expect(seen(await ask(intent, samplePass(1)))).to.deep.equal([503, 'STORE_DOWN']);
    expect(seen(await ask({ ...intent, amount: '7' }, samplePass(1)))).to.deep.equal([
      409,
      'PASS_SPENT',
    ]);
    expect(seen(await ask(intent, samplePass(1)))).to.deep.equal([422, 'NO_ROUTE']);
    expect([seen(await ask(intent, samplePass(1))), tries]).to.deep.equal([[422, 'NO_ROUTE'], 2]);
  });

  it('pays for three tries, whatever the service fails at and however often its client leaves', async () => {
    let tries = 0;
    await service.close();
    await open({
      useCases: {
        transfer: {
          async prepareOrder() {
            tries += 1;
            throw new RelayError('STORE_DOWN');
          },
        },
      },
    });
    const answers: unknown[] = [];
    for (let n = 0; n < 5; n += 1) answers.push((await ask(intent, samplePass(1))).status);

    expect([answers, tries]).to.deep.equal([[503, 503, 503, 409, 409], 3]);
  });

  it('pays for three tries, of as many as wait at once for a limiter that others share', async () => {
    let tries = 0;
    let counting = 0;
    const allCount = Promise.withResolvers<void>();
    await service.close();
    await open({
      useCases: {
        passes: {
          badPasses: {
            assertFew: () => undefined,
            async count() {
              counting += 1;
              if (counting === 20) allCount.resolve();
              await allCount.promise;
            },
          },
        },
        transfer: {
          async prepareOrder() {
            tries += 1;
            throw new RelayError('STORE_DOWN');
          },
        },
      },
    });
    const first = await ask(intent, samplePass(1));
    const others = await Promise.all(
      Array.from({ length: 20 }, async () => ask(intent, samplePass(1))),
    );

    expect(first.status).to.equal(503);
    expect(new Set(others.map(({ status }) => status))).to.not.include(200);
    expect(tries).to.be.within(2, 3);
  });

  it("is taken at every limited row except those of wallets, new keys, claims, the trial, the private lane's own and the operator's", async () => {
    const rows = endpoints.filter(({ limit }) => limit !== null);
    const refusing = rows.filter(({ isOperators, limit }) => isOperators || limit?.isFixed);
    // Who asks with a pass there would be joined with the wallet.
    const isOfWallets = (path: string): boolean =>
      /^\/api\/(account|agents|mandates)/.test(path) ||
      /^\/api\/membership\/(usage|link)$/.test(path);
    expect(rows.filter((row) => isOfWallets(row.path) && !row.limit?.isFixed)).to.deep.equal([]);
    expect(
      refusing
        .filter(({ isOperators, path }) => !isOperators && !isOfWallets(path))
        .map(({ path }) => path),
    ).to.deep.equal([
      '/api/route/by-wallet',
      '/api/route/by-wallet',
      '/api/keys/create',
      '/api/plus/claim',
      '/api/plus/trial',
      '/api/ohttp/gateway',
      '/.well-known/ohttp-gateway',
      '/.well-known/ohttp-gateway',
      // A tool's pass stands in its call and is its row's.
      '/api/mcp',
      '/api/a2a',
      '/api/a2a/message:send',
      '/api/a2a/message:stream',
      '/api/a2a/tasks',
      '/api/a2a/tasks/{id}',
      '/api/a2a/tasks/{id}:cancel',
      '/api/a2a/tasks/{id}:subscribe',
    ]);
    const shown = refusing.filter(({ path }) => !path.includes('{') && !isOfWallets(path));
    for (const { method, path, example } of shown) {
      clock.ms += 60_000;
      const response = await fetch(`${service.url}${path}`, {
        method,
        headers: { 'x-svc-pass': samplePass(1) },
        ...(method === 'POST' ? { body: JSON.stringify(example) } : {}),
      });
      expect(response.status, `${method} ${path}`).to.equal(400);
    }
    const told = (await service.get('/api/plus/info')).body['redeemableAt'];
    expect(told).to.include('GET /api/route/quote');
    expect(told).to.not.include('POST /api/plus/trial');
    expect((told as unknown[]).length).to.equal(rows.length - refusing.length); // CAST: a list, as included above.
  });

  it('is spent by an event stream, and one that is not counts as bad there too', async () => {
    const status = `/api/route/status?id=${sampleRoute().id}`;
    const follow = async (path: string, pass: string): Promise<number> => {
      const headers = { accept: 'text/event-stream', 'x-svc-pass': pass };
      const stop = new AbortController();
      const response = await fetch(`${service.url}${path}`, { headers, signal: stop.signal });
      stop.abort();
      return response.status;
    };
    const good = samplePass(1);
    const opened = await follow(status, good);
    const again: number[] = [];
    for (let n = 0; n < 21; n += 1) again.push(await follow(status, good));
    clock.ms += 60_000;
    const unspent: number[] = [];
    for (let n = 0; n < 21; n += 1) unspent.push(await follow('/api/route/status', samplePass(2)));

    expect([opened, again]).to.deep.equal([200, [...times(20, 409), 429]]);
    expect(unspent).to.deep.equal([...times(20, 400), 429]);
  });

  it('is said to be forged by a quantum computer one day, and never recognised', async () => {
    expect((await service.get('/api/plus/info')).body['principle']).to.include(
      'we cannot recognise it when it is spent. No later computer can either; a large quantum computer could forge passes.',
    );
  });

  it('makes an Idempotency-Key mean nothing', async () => {
    const hook = { routeId: sampleRoute().id, url: 'https://example.com/hook' };
    const headers = { 'idempotency-key': 'k1' };
    const first = await service.post(hooks, hook, {
      ...headers,
      'x-svc-pass': samplePass(1),
    });
    const other = await service.post(
      hooks,
      { ...hook, url: 'https://example.com/other' },
      { ...headers, 'x-svc-pass': samplePass(2) },
    );

    expect([first.status, other.status]).to.deep.equal([200, 200]);
  });

  it('is refused in the header if the deployment has none, and is not looked for in the body', async () => {
    await service.close();
    await open({
      useCases: {
        passes: {
          isEnabled: false,
          assertEnabled() {
            throw new RelayError('PLUS_DISABLED');
          },
        },
      },
    });

    expect(seen(await ask(intent, samplePass(1)))).to.deep.equal([404, 'PLUS_DISABLED']);
    expect((await service.get('/api/plus/info')).body).to.deep.include({
      enabled: false,
      redeemableAt: [],
    });
    expect(seen(await service.post('/api/plus/trial', { blinded: ['AA=='] }))).to.deep.equal([
      404,
      'PLUS_DISABLED',
    ]);
  });
});

function times(count: number, status: number): readonly number[] {
  return Array.from({ length: count }, () => status);
}

function seen({ status, body }: Reply): readonly [number, unknown] {
  return [status, body['errorCode']];
}
