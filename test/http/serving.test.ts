import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { createHttpApp, serve } from '@interline/http';
import { fakeHttpDeps, sampleRouteQuote } from '@interline/http/testing';
import { expect } from 'chai';
import { until } from '../support/until.ts';

const quote = '/api/route/quote?fromChain=8453&toChain=42161&amount=1&token=USDC';

describe('serving', () => {
  it('says that the port is taken and what to do', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const address = holder.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;

    const refused = await serve(createHttpApp(fakeHttpDeps()), { port, host: '127.0.0.1' }).catch(
      (error: unknown) => error,
    );
    holder.close();

    expect(refused)
      .to.be.instanceOf(Error)
      .with.property(
        'message',
        `cannot listen on 127.0.0.1:${port}: the port is taken; stop what holds it or choose another`,
      );
  });

  it('lets a running request finish and takes no new one when it closes', async () => {
    let release: () => void = () => undefined;
    let started: () => void = () => undefined;
    const running = new Promise<void>((resolve) => {
      started = resolve;
    });
    const serving = await serve(
      createHttpApp(
        fakeHttpDeps({
          useCases: {
            transfer: {
              quoteRoute: async (request) => {
                started();
                await new Promise<void>((resolve) => {
                  release = resolve;
                });
                return sampleRouteQuote(request);
              },
            },
          },
        }),
      ),
      { port: 0, host: '127.0.0.1' },
    );
    const answer = fetch(`${serving.url}${quote}`);
    await running;

    const closed = serving.close(5_000);
    const turnedAway = await fetch(`${serving.url}/healthz`).then(
      () => 'served',
      () => 'refused',
    );
    release();

    expect((await answer).status).to.equal(200);
    expect(turnedAway).to.equal('refused');
    await closed;
  });

  it('cuts off what still runs when the grace is over', async () => {
    const running = Promise.withResolvers<void>();
    const quoteRoute = async (): Promise<never> => {
      running.resolve();
      return new Promise(() => undefined);
    };
    const serving = await serve(
      createHttpApp(fakeHttpDeps({ useCases: { transfer: { quoteRoute } } })),
      {
        port: 0,
        host: '127.0.0.1',
      },
    );
    const answer = fetch(`${serving.url}${quote}`).then(
      () => 'answered',
      () => 'cut off',
    );
    await running.promise;

    const startedAt = performance.now();
    await serving.close(50);

    expect(performance.now() - startedAt).to.be.at.least(40);
    expect(await answer).to.equal('cut off');
  });

  it('still answers over a kept connection once it retires, and closes it with that answer', async () => {
    const serving = await serve(createHttpApp(fakeHttpDeps()), { port: 0, host: '127.0.0.1' });
    const socket = connect(Number(new URL(serving.url).port), '127.0.0.1');
    const ask = (): boolean => socket.write('GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n');
    ask();
    const [kept] = (await once(socket, 'data')) as [Buffer]; // CAST: what a socket reads.

    serving.retire();
    ask();
    const last = await text(socket);
    await serving.close(1_000);

    expect(String(kept)).to.match(/^HTTP\/1\.1 200[\s\S]*connection: keep-alive/i);
    expect(last).to.match(/^HTTP\/1\.1 200[\s\S]*connection: close/i);
  });

  it('is closed at once by idle kept-alive connections, and closing twice is fine', async () => {
    const serving = await serve(createHttpApp(fakeHttpDeps()), { port: 0, host: '127.0.0.1' });
    await (await fetch(`${serving.url}/healthz`)).text();

    // A grace that were waited out would outlast the test.
    await serving.close(3_600_000);
    await serving.close(3_600_000);
  });

  it('drops a client that reads nothing of its answers, which used to hold its connection and the answers for ever', async () => {
    const serving = await serve(createHttpApp(fakeHttpDeps()), {
      port: 0,
      host: '127.0.0.1',
      stuckMs: 200,
      mostConnections: 1,
    });
    const [, length = ''] =
      /^content-length: (\d+)/im.exec(await asked(serving, '/docs/swagger-ui-bundle.js')) ?? [];
    const socket = connect(Number(new URL(serving.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nhost: here\r\n\r\n'.repeat(20));
    await once(socket, 'readable');

    await until('a free connection', async () =>
      (await asked(serving, '/healthz')).startsWith('HTTP/1.1 200'),
    );
    let bytes = 0;
    socket.on('data', (chunk) => {
      bytes += chunk.length;
    });
    await untilClosed(socket);
    await serving.close(1_000);

    expect(bytes).to.be.within(1, 20 * Number(length) - 1);
  });

  it('turns away a client when all connections are taken, but not one that comes when one is free again', async () => {
    const serving = await serve(createHttpApp(fakeHttpDeps()), {
      port: 0,
      host: '127.0.0.1',
      mostConnections: 2,
    });
    const port = Number(new URL(serving.url).port);
    const holders = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    await Promise.all(holders.map(async (holder) => once(holder, 'connect')));

    const whileTaken = await asked(serving, '/healthz');
    holders[0]?.destroy();
    await until('a free connection', async () =>
      (await asked(serving, '/healthz')).startsWith('HTTP/1.1 200'),
    );
    holders[1]?.destroy();
    await serving.close(1_000);

    expect(whileTaken).to.equal('');
  });

  it('refuses a client that has its share of the connections, but no client behind a trusted proxy', async () => {
    const held = async (proxies: readonly string[]): Promise<string> => {
      const serving = await serve(createHttpApp(fakeHttpDeps()), {
        port: 0,
        host: '127.0.0.1',
        trustedProxies: proxies,
        mostOfOneClient: 2,
      });
      const port = Number(new URL(serving.url).port);
      const holders = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
      await Promise.all(holders.map(async (holder) => once(holder, 'connect')));
      const third = await asked(serving, '/healthz');
      const other = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
      other.end('GET /healthz HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n');
      const answer = await text(other);
      holders[0]?.destroy();
      await until('a free connection', async () =>
        (await asked(serving, '/healthz')).startsWith('HTTP/1.1 200'),
      );
      holders[1]?.destroy();
      await serving.close(1_000);
      expect(answer).to.match(/^HTTP\/1\.1 200/);
      return third;
    };

    expect(await held([])).to.equal('');
    expect(await held(['127.0.0.0/8'])).to.match(/^HTTP\/1\.1 200/);
  });

  it('writes an IPv6 host in brackets', async () => {
    const serving = await serve(createHttpApp(fakeHttpDeps()), { port: 0, host: '::1' }).catch(
      () => null,
    );
    if (serving === null) return; // A machine without IPv6 has nothing to show.

    expect(serving.url).to.match(/^http:\/\/\[::1\]:\d+$/);
    await serving.close(100);
  });

  it('refuses settings it could not serve', () => {
    for (const basePath of ['v1', '/v1/', '/v 1', '/a/:id', '//'])
      expect(() => createHttpApp(fakeHttpDeps({ basePath })), basePath).to.throw(
        RangeError,
        'basePath is',
      );
    const alice = { name: 'alice', token: 'x'.repeat(16) };
    const appOf = (operators: readonly (typeof alice)[]) => () =>
      createHttpApp(fakeHttpDeps({ operators }));
    expect(appOf([{ name: 'bob', token: 'x'.repeat(15) }])).to.throw(
      RangeError,
      'the token of operator "bob" has 15 characters',
    );
    expect(appOf([alice, { ...alice, name: 'bob' }])).to.throw(
      RangeError,
      'the operators alice and bob have one token',
    );
    expect(appOf([alice])).not.to.throw();
    expect(appOf([])).not.to.throw();
  });
});

/** What comes back over a connection of its own; nothing where it was turned away. */
async function asked({ url }: { readonly url: string }, path: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
  let told = '';
  socket.on('data', (chunk) => {
    told += String(chunk);
  });
  socket.write(`GET ${path} HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n`);
  await untilClosed(socket);
  return told;
}

/** However it ends. */
async function untilClosed(socket: Socket): Promise<void> {
  await new Promise((resolve) => {
    socket.once('close', resolve);
  });
}
