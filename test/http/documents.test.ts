import { RelayError } from '@interline/kernel';
import { type Service, startService } from './start-service.ts';
import { endpoints } from '@interline/http';
import { recipient } from '@interline/http/testing';
import { expect } from 'chai';

describe('the docs page', () => {
  let service: Service;
  before(async () => {
    service = await startService({ basePath: '/gateway/v1' });
  });
  after(async () => service.close());

  const page = async (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${service.url}/gateway/v1${path}`, init);

  it('runs no script and loads nothing but its own files, and its policy holds it to that', async () => {
    const response = await page('/docs');
    const html = await response.text();
    const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, target]) => target);

    expect(response.headers.get('content-type')).to.equal('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).to.equal(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(html).not.to.match(/<script(?![^>]* src=)|<style|\son[a-z]+=|\sstyle=|javascript:/);
    expect(loaded).to.deep.equal([
      'docs/favicon.png',
      'docs/swagger-ui.css',
      'docs/page.css',
      'openapi.json',
      'docs/swagger-ui-bundle.js',
      'docs/start.js',
    ]);
    for (const target of loaded) expect((await page(`/${target}`)).status, target).to.equal(200);
  });

  it("is started on this service's own document, and sends it to no validator", async () => {
    const script = await (await page('/docs/start.js')).text();

    expect(script).to.contain("url: 'openapi.json'").and.to.contain('validatorUrl: null');
  });

  it('serves the parts with their types, packed if that is wanted, and not again if they are known', async () => {
    const plain = await page('/docs/swagger-ui-bundle.js', {
      headers: { 'accept-encoding': 'identity' },
    });
    const packed = await page('/docs/swagger-ui-bundle.js', {
      headers: { 'accept-encoding': 'gzip' },
    });
    const known = await page('/docs/swagger-ui-bundle.js', {
      headers: { 'accept-encoding': 'gzip', 'if-none-match': packed.headers.get('etag') ?? '' },
    });

    expect([
      plain.headers.get('content-type'),
      plain.headers.get('x-content-type-options'),
    ]).to.deep.equal(['text/javascript; charset=utf-8', 'nosniff']);
    expect(Number(plain.headers.get('content-length'))).to.be.above(1_000_000);
    expect(packed.headers.get('content-encoding')).to.equal('gzip');
    expect(Number(packed.headers.get('content-length'))).to.be.below(600_000);
    expect((await packed.text()) === (await plain.text())).to.equal(true);
    expect(known.status).to.equal(304);
    expect(await known.text()).to.equal('');
  });

  it('is not a directory: nothing else is below it, and nothing is taken', async () => {
    for (const path of [
      '/docs/',
      '/docs/index.html',
      '/docs/../openapi.json/x',
      '/docs/%2e%2e/package.json',
      '/docs/swagger-ui-bundle.js.map',
    ])
      expect((await page(path)).status, path).to.equal(404);
    expect((await page('/docs', { method: 'POST', body: '{}' })).status).to.equal(404);
  });
});

describe('llms.txt', () => {
  it('lists every endpoint a client can reach, with its sentence', async () => {
    const service = await startService({ basePath: '/gateway/v1' });
    const response = await fetch(`${service.url}/gateway/v1/llms.txt`);
    const text = await response.text();
    await service.close();

    expect(response.headers.get('content-type')).to.equal('text/plain; charset=utf-8');
    expect(text.split('\n')[0]).to.equal('# Interline: gasless cross-chain relay');
    for (const { method, path, summary, atRoot } of endpoints) {
      const line = `- [${method} ${path}](/gateway/v1${path}): ${summary}\n`;
      if (atRoot) expect(text).not.to.contain(line);
      else expect(text).to.contain(line);
    }
  });
});

describe('the service itself, opened in a browser', () => {
  it('names its documents, and has an icon: both were 404', async () => {
    const service = await startService({ basePath: '/gateway/v1' });
    const [root, icon] = await Promise.all(
      ['/', '/favicon.ico'].map(async (path) => fetch(`${service.url}/gateway/v1${path}`)),
    );
    const documents: unknown = await root?.json();
    await service.close();

    expect(documents).to.deep.equal({
      service: 'Interline: gasless cross-chain relay',
      docs: '/gateway/v1/docs',
      openapi: '/gateway/v1/openapi.json',
      llms: '/gateway/v1/llms.txt',
      status: '/gateway/v1/api/status',
    });
    expect([icon?.status, icon?.headers.get('content-type')]).to.deep.equal([200, 'image/png']);
  });
});

describe('pages that a deployment adds', () => {
  const url = new URL(import.meta.url);
  const added = [
    {
      path: '/',
      type: 'text/html',
      url,
      onlyFor: 'text/html',
      headers: { 'cache-control': 'no-cache' },
    },
    { path: '/console/part.js', type: 'text/javascript', url },
  ];
  let service: Service;
  before(async () => {
    service = await startService({ basePath: '/gateway/v1', pages: added });
  });
  after(async () => service.close());
  const ask = async (path: string, accept?: string): Promise<Response> =>
    fetch(`${service.url}${path}`, {
      redirect: 'manual',
      headers: accept === undefined ? {} : { accept },
    });

  it('are served to clients that ask for their type, and programs get the same answer as before', async () => {
    const html = await ask('/gateway/v1/', 'text/html,*/*;q=0.8');
    const json = await ask('/gateway/v1/', 'application/json, text/html;q=0');

    expect([html.headers.get('content-type'), html.headers.get('cache-control')]).to.deep.equal([
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    for (const other of [json, await ask('/gateway/v1/', '*/*')])
      expect([other.headers.get('content-type'), other.headers.get('vary')]).to.deep.equal([
        'application/json; charset=utf-8',
        'accept',
      ]);
    expect(html.headers.get('vary')).to.match(/accept/);
    expect((await ask('/gateway/v1/console/part.js')).headers.get('content-type')).to.equal(
      'text/javascript; charset=utf-8',
    );
  });

  it('are found from the base path without its slash, by a relative address, by browsers', async () => {
    const browser = await ask('/gateway/v1', 'text/html');

    expect([browser.status, browser.headers.get('location')]).to.deep.equal([308, 'v1/']);
    expect((await ask('/gateway/v1', 'application/json')).status).to.equal(404);
  });
});

describe('a read that may be kept', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(async () => service.close());

  it('has an ETag, and is not sent again to a client that shows it', async () => {
    for (const path of [
      '/api/route/chains',
      '/api/gasless/info',
      '/api/errors',
      '/openapi.json',
      '/api/rails/scorecard',
    ]) {
      const first = await fetch(`${service.url}${path}`);
      const etag = first.headers.get('etag') ?? '';
      const again = await fetch(`${service.url}${path}`, {
        headers: { 'if-none-match': `"other", W/${etag}` },
      });
      const other = await fetch(`${service.url}${path}`, {
        headers: { 'if-none-match': '"other"' },
      });

      expect(etag, path).to.match(/^"[A-Za-z0-9_-]{22}"$/);
      expect([again.status, await again.text(), again.headers.get('etag')], path).to.deep.equal([
        304,
        '',
        etag,
      ]);
      expect(again.headers.get('cache-control'), path).to.match(/^public, max-age=\d+$/);
      expect([other.status, await other.text()], path).to.deep.equal([200, await first.text()]);
    }
  });

  it('is not a price, a receipt or a key: those are kept nowhere', async () => {
    const quote = await service.get('/api/route/quote?fromChain=8453&toChain=42161&amount=1');
    const key = await service.post('/api/keys/create', {});

    for (const { headers } of [quote, key])
      expect([headers.get('cache-control'), headers.get('etag')]).to.deep.equal(['no-store', null]);
  });
});

describe('an error as a problem', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(async () => service.close());

  const refusal = async (accept: string): Promise<Response> =>
    fetch(`${service.url}/api/route/status?id=rt_1`, {
      headers: { accept, 'x-request-id': 'trace-7' },
    });

  it('has the members of RFC 9457 in addition to its own', async () => {
    const plain = (await (await refusal('application/json')).json()) as object;
    const response = await refusal('application/problem+json');

    expect([response.status, response.headers.get('content-type')]).to.deep.equal([
      404,
      'application/problem+json',
    ]);
    expect(await response.json()).to.deep.equal({
      ...plain,
      type: '/api/errors#UNKNOWN_ROUTE',
      title: 'No route has this id.',
      status: 404,
      detail: 'No route has this id.',
    });
  });

  it('is given to a client that names the type, and to no other', async () => {
    const typeFor = async (accept: string): Promise<string | null> =>
      (await refusal(accept)).headers.get('content-type');

    for (const accept of [
      'application/json, application/problem+json',
      'Application/Problem+JSON;q=0.5, */*',
    ])
      expect(await typeFor(accept), accept).to.equal('application/problem+json');
    for (const accept of [
      '*/*',
      'application/*',
      'application/problem+json;q=0, */*',
      'application/problem+jsonx',
    ])
      expect(await typeFor(accept), accept).to.equal('application/json; charset=utf-8');
  });

  it('has the HTTP status as a number, even if the error has its own status', async () => {
    const closed = await startService({
      useCases: {
        transfer: {
          executeRoute: async () => {
            throw new RelayError('UNSUPPORTED_DIRECTION');
          },
        },
      },
    });
    const response = await fetch(`${closed.url}/api/route/execute`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/problem+json' },
      body: JSON.stringify({
        fromChain: 8453,
        toChain: 42161,
        amount: '1',
        token: 'USDC',
        toAddress: recipient,
        dryRun: true,
      }),
    });
    const problem = (await response.json()) as Record<string, unknown>; // CAST: a test's look at two members.
    await closed.close();

    expect([response.status, problem['errorCode'], problem['status']]).to.deep.equal([
      422,
      'UNSUPPORTED_DIRECTION',
      422,
    ]);
  });
});
