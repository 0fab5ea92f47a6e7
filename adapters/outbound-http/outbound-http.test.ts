import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { inspect } from 'node:util';
import { expect } from 'chai';
import type { RelayError } from '@interline/kernel';
import { type ClosableOutboundHttp, outboundHttp } from './outbound-http.ts';

const { signal } = new AbortController();

describe('outbound HTTP', () => {
  let http: ClosableOutboundHttp;
  let server: Server;
  let url: string;
  let serve: RequestListener;
  before(async () => {
    http = outboundHttp();
    server = createServer((request, response) => {
      serve(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number }; // CAST: a TCP server's address.
    url = `http://127.0.0.1:${port}/quote?key=canary-key`;
  });
  after(async () => {
    await http.close();
    server.closeAllConnections();
    server.close();
  });

  const get = (
    change: { url?: string; maxResponseBytes?: number; deadlineMs?: number } = {},
    patience = signal,
  ) => http.request({ url, method: 'GET', deadlineMs: 60_000, ...change }, patience);
  const faultOf = async (asked: Promise<unknown>): Promise<string> => {
    const error = await asked.then(
      () => expect.fail('it answered'),
      (thrown: unknown) => thrown as RelayError,
    );
    expect(inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error)).not.to.match(
      /canary|127\.0\.0\.1/,
    );
    return error.code;
  };

  it('carries method, headers and body there, and status, headers and body back', async () => {
    serve = (request, response) => {
      void request.toArray().then((chunks) => {
        response
          .writeHead(201, {
            'x-seen': `${request.method} ${request.headers['x-key'] as string}`,
            'set-cookie': ['a', 'b'],
          })
          .end(Buffer.concat(chunks as Buffer[]));
      });
    };

    const answer = await http.request(
      { url, method: 'POST', headers: { 'x-key': 'k' }, body: '{"a":1}', deadlineMs: 60_000 },
      signal,
    );

    expect([
      answer.status,
      answer.body,
      answer.headers['x-seen'],
      answer.headers['set-cookie'],
    ]).to.deep.equal([201, '{"a":1}', 'POST k', 'a, b']);
  });

  it('takes what comes after a word in between, not that word', async () => {
    serve = (_, response) => {
      response.writeEarlyHints({ link: '</a>; rel=preload' }, () => {
        response.writeHead(200, { 'x-seen': 'last' }).write('o');
        setImmediate(() => response.end('k'));
      });
    };

    const { status, headers, body } = await get();

    expect([status, headers['x-seen'], headers['link'], body]).to.deep.equal([
      200,
      'last',
      undefined,
      'ok',
    ]);
  });

  it('follows no redirect', async () => {
    let asked = 0;
    serve = (_, response) => {
      asked += 1;
      response.writeHead(302, { location: '/elsewhere' }).end();
    };

    expect([(await get()).status, asked]).to.deep.equal([302, 1]);
  });

  it('times out on silence, and on an answer that never ends', async () => {
    serve = () => undefined;
    expect(await faultOf(get({ deadlineMs: 200 }))).to.equal('RAIL_TIMEOUT');

    serve = (_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => {
        clearInterval(drip);
      });
    };
    expect(await faultOf(get({ deadlineMs: 200 }))).to.equal('RAIL_TIMEOUT');
  });

  it('ends when the caller gives up', async () => {
    serve = () => undefined;
    const patience = new AbortController();
    setTimeout(() => {
      patience.abort();
    }, 20);

    expect(await faultOf(get({}, patience.signal))).to.equal('RAIL_TIMEOUT');
  });

  it('takes an answer of just the most bytes, and not one more', async () => {
    serve = (_, response) => {
      response.end('x'.repeat(1_000));
    };

    expect((await get({ maxResponseBytes: 1_000 })).body).to.have.length(1_000);
    expect(await faultOf(get({ maxResponseBytes: 999 }))).to.equal('RAIL_FAULT');
  });

  it('faults without saying where it went', async () => {
    serve = (request) => {
      request.socket.destroy();
    };

    expect(await faultOf(get())).to.equal('RAIL_FAULT');
    expect(await faultOf(get({ url: 'http://127.0.0.1:1/canary-key' }))).to.equal('RAIL_FAULT');
    expect(await faultOf(get({ url: 'file:///canary-key' }))).to.equal('RAIL_FAULT');
    expect(await faultOf(get({ url: 'canary-key' }))).to.equal('RAIL_FAULT');
  });
});
