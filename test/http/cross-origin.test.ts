import { memoryRateLimiter } from '@interline/adapters/rate-limiter';
import { badPasses } from '@interline/core/passes';
import { endpoints } from '@interline/http';
import { payer, recipient, samplePass } from '@interline/http/testing';
import { expect } from 'chai';
import { type Service, startService } from './start-service.ts';

const app = 'https://app.example';
const rehearsal = JSON.stringify({
  fromChain: 8453,
  toChain: 42161,
  amount: '25000000',
  token: 'USDC',
  toAddress: recipient,
  dryRun: true,
});

const agentBody = {
  fromChain: 8453,
  toChain: 42161,
  amount: '25000000',
  token: 'USDC',
  fromAddress: payer,
};

describe('a script of another origin', () => {
  let open: Service;
  let kept: Service;
  before(async () => {
    [open, kept] = await Promise.all([startService(), startService({ executeOrigins: [app] })]);
  });
  after(async () => Promise.all([open.close(), kept.close()]));

  const preflight = async (
    { url }: Service,
    path: string,
    method: string,
    origin = app,
  ): Promise<Response> =>
    fetch(`${url}${path}`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type,idempotency-key',
      },
    });
  const allowed = ({ headers }: Response): string | null =>
    headers.get('access-control-allow-origin');

  it('may read every answer, refusals too, and the headers that matter', async () => {
    for (const path of [
      '/api/status',
      '/api/route/quote?fromChain=8453&toChain=42161&amount=1',
      '/api/route/status?id=rt_1',
      '/api/nothing',
      '/docs',
      '/openapi.json',
    ]) {
      const response = await fetch(`${kept.url}${path}`, {
        headers: { origin: 'https://anyone.example' },
      });

      expect(allowed(response), path).to.equal('*');
      expect(response.headers.get('access-control-expose-headers'), path).to.match(
        /x-request-id.*etag.*retry-after.*idempotent-replayed.*ratelimit/,
      );
    }
  });

  it('learns what it may send before it sends it', async () => {
    const response = await preflight(open, '/api/route/quote', 'POST');

    expect([response.status, allowed(response), await response.text()]).to.deep.equal([
      204,
      '*',
      '',
    ]);
    expect(response.headers.get('access-control-allow-methods')).to.equal('GET, HEAD, POST');
    expect(response.headers.get('access-control-allow-headers'))
      .to.contain('content-type')
      .and.to.contain('idempotency-key')
      .and.to.contain('x-svc-sandbox');
    expect(response.headers.get('access-control-max-age')).to.equal('600');
  });

  it('gets an answer to that question for every row of the table', async () => {
    for (const { method, path, isKeptToOrigins } of endpoints) {
      const response = await preflight(open, path.replace('{id}', 'x'), method);
      expect([response.status, allowed(response)], `${method} ${path}`).to.deep.equal([
        204,
        isKeptToOrigins === true ? null : '*',
      ]);
    }
  });

  it('learns nothing about a path that is not there', async () => {
    expect((await preflight(open, '/api/nothing', 'POST')).status).to.equal(404);
  });

  it('may send what changes something only from a configured origin, if there are any and its row is not for all', async () => {
    for (const { method, path, changes, anyOrigin } of endpoints) {
      const target = path.replace('{id}', 'x');
      const [ours, others] = await Promise.all([
        preflight(kept, target, method),
        preflight(kept, target, method, 'https://other.example'),
      ]);

      expect([allowed(ours), allowed(others)], `${method} ${path}`).to.deep.equal(
        changes === undefined || anyOrigin === true ? ['*', '*'] : [app, null],
      );
    }
  });

  it('is refused before anything is done if its page is of another origin, whatever it sends; a cache keeps the two apart', async () => {
    const execute = async (headers: Record<string, string>): Promise<Response> =>
      fetch(`${kept.url}/api/route/execute`, {
        method: 'POST',
        body: rehearsal,
        headers: { 'content-type': 'application/json', ...headers },
      });
    const origin = 'https://other.example';
    const [ours, others, untyped, noBrowser] = await Promise.all([
      execute({ origin: app }),
      execute({ origin }),
      // As a page sends it with mode no-cors, which sends no preflight.
      execute({ origin, 'content-type': 'text/plain' }),
      execute({}),
    ]);
    const all = [ours, others, untyped, noBrowser];

    expect(all.map(allowed)).to.deep.equal([app, null, null, null]);
    expect(all.map(({ status }) => status)).to.deep.equal([200, 403, 403, 200]);
    expect(await others.json()).to.include({ errorCode: 'ORIGIN_NOT_ALLOWED' });
    expect(ours.headers.get('vary')).to.match(/origin/i);
    expect(others.headers.get('vary')).to.match(/origin/i);
  });
});

describe('a page that shows forged passes', () => {
  const forged = samplePass(0, Buffer.alloc(256, 1));
  let service: Service;
  beforeEach(async () => {
    const clock = { monotonic: () => 0, now: () => 0 };
    const rateLimiter = memoryRateLimiter(clock);
    service = await startService({
      executeOrigins: [app],
      rateLimiter,
      useCases: { passes: { badPasses: badPasses(rateLimiter, clock) } },
    });
  });
  afterEach(async () => service.close());

  const partsOf = (pass: string): unknown => JSON.parse(Buffer.from(pass, 'base64').toString());
  const redeem = async (pass: string, headers: Record<string, string> = {}): Promise<number> =>
    (await service.post('/api/plus/redeem', partsOf(pass), headers)).status;
  const quote = async (pass: string, headers: Record<string, string> = {}): Promise<number> =>
    (await service.post('/api/agent/do', agentBody, { 'x-svc-pass': pass, ...headers })).status;

  for (const [row, show] of [
    ['redeems them', redeem],
    ['asks with them', quote],
  ] as const)
    it(`and ${row} is refused with all pages that are not named, and locks out neither its visitor nor those pages`, async () => {
      const others: number[] = [];
      for (let n = 0; n < 20; n += 1)
        others.push(await show(forged, { origin: `https://${n}.example` }));

      expect(others).to.deep.equal(Array.from({ length: 20 }, () => 401));
      expect([
        await show(samplePass(1), { origin: 'https://other.example' }),
        await show(samplePass(2), { origin: 'null' }),
        await show(samplePass(3), { origin: app }),
        await show(samplePass(4)),
      ]).to.deep.equal([429, 429, 200, 200]);
    });

  it('leaves its pages a separate bound if it is its visitor who shows too many', async () => {
    for (let n = 0; n < 20; n += 1) await redeem(forged);

    expect([
      await redeem(samplePass(1)),
      await redeem(samplePass(1), { origin: app }),
      await redeem(samplePass(1), { origin: 'https://other.example' }),
    ]).to.deep.equal([429, 429, 200]);
  });
});

describe('the table', () => {
  it('says of every POST and DELETE whether it changes something', () => {
    const quiet = endpoints
      .filter(({ method, changes }) => method !== 'GET' && changes === undefined)
      .map(({ path }) => path);

    expect(quiet).to.deep.equal([
      '/api/route/quote',
      '/api/route/compare',
      '/api/intent/solve',
      '/api/plan/balances',
      '/api/plan/calls',
      '/api/agent/do',
      '/api/route/preflight',
      '/api/route/by-wallet',
      // What is asked inside does, and no browser's origin is known there.
      '/api/ohttp/gateway',
      '/.well-known/ohttp-gateway',
      '/api/verify',
      '/api/mandates/evaluate',
      '/api/sponsor/prepare',
      '/api/payments/verify',
      '/api/payments/fund',
      '/api/a2a/tasks/{id}:cancel',
      '/api/a2a/tasks/{id}:subscribe',
      '/api/ask',
    ]);
    expect(
      endpoints.filter(({ method, changes }) => method === 'GET' && changes !== undefined),
    ).to.deep.equal([]);
  });

  it('is for any origin if a pass or a paid invoice is all that a request uses up', () => {
    const rows = endpoints.filter(({ anyOrigin }) => anyOrigin === true);

    expect(rows.map(({ path }) => path)).to.deep.equal([
      '/api/plus/claim',
      '/api/plus/redeem',
      '/api/messages/v2/send',
      '/api/messages/v2/mailbox',
      '/api/messages/v2/plus/cover',
      '/api/messages/v2/plus/anchor',
      '/api/receipt/deliver',
    ]);
    expect(rows.map(({ changes }) => changes)).to.deep.equal(rows.map(() => 'pass'));
  });
});
