import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createPlainServer, type AddressInfo } from 'node:net';
import type { SafeAnswer, SafeHttp, SafeRequest } from '@interline/ports';
import { isPublicAddress } from './is-public-address.ts';
import { safeHttp } from './safe-http.ts';
import { connectionAttempts, type ConnectionAttempts } from './testing/connection-attempts.ts';
import { unsafeAddresses, unsafeUrls } from './testing/unsafe-urls.ts';
import { expect } from 'chai';

const { signal } = new AbortController();
/** Given back to the registry and routed nowhere. */
const publicAddress = '3ffe::1';

describe('HTTP to a URL that a client chose', () => {
  let server: Server;
  let serve: RequestListener;
  let connections = 0;
  let port: number;
  let attempts: ConnectionAttempts;
  before(async () => {
    server = createServer((request, response) => {
      serve(request, response);
    }).on('connection', () => {
      connections += 1;
    });
    server.listen(0, '::');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port; // CAST: a TCP server's address.
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    connections = 0;
    serve = (_, response) => {
      response.end();
    };
    attempts = connectionAttempts();
  });
  afterEach(() => {
    attempts.stop();
  });

  const post = (
    http: SafeHttp,
    url: string,
    change: Partial<SafeRequest> = {},
  ): Promise<SafeAnswer> =>
    http.request(
      {
        url,
        method: 'POST',
        headers: {},
        body: '{}',
        deadlineMs: 60_000,
        maxResponseBytes: 65_536,
        ...change,
      },
      signal,
    );
  const named = (...addresses: string[]): SafeHttp => safeHttp({ resolve: async () => addresses });
  const atPort = (url: string): string => url.replaceAll('PORT', String(port));

  describe('that leads inside', () => {
    it('is refused for each of 110 URLs by its text alone', async () => {
      const http = safeHttp({ resolve: () => expect.fail('a name was asked for') });

      const answers = await Promise.all(
        unsafeUrls
          .map(atPort)
          .map(async (url) => ({ url, isFit: http.judge(url).ok, ...(await post(http, url)) })),
      );

      expect(answers.length).to.equal(110);
      expect(answers.filter(({ isFit, kind }) => isFit || kind !== 'unsafe')).to.deep.equal([]);
      expect([connections, attempts.seen]).to.deep.equal([0, []]);
    });

    it('is refused when a name leads to any kind of inner address', async () => {
      for (const address of unsafeAddresses) {
        expect(await post(named(address), `http://hooks.example:${port}/`), address).to.deep.equal({
          kind: 'unsafe',
        });
        expect(await post(named(address), `https://hooks.example:${port}/`), address).to.deep.equal(
          { kind: 'unsafe' },
        );
      }
      expect([connections, attempts.seen]).to.deep.equal([0, []]);
    });

    it("is refused when one of a name's addresses is an inner one, wherever it stands", async () => {
      for (const address of unsafeAddresses) {
        for (const addresses of [
          [publicAddress, address],
          [address, publicAddress],
          [publicAddress, publicAddress, address, publicAddress],
        ]) {
          expect(
            await post(named(...addresses), `http://hooks.example:${port}/`),
            addresses.join(),
          ).to.deep.equal({ kind: 'unsafe' });
        }
      }
      expect([connections, attempts.seen]).to.deep.equal([0, []]);
    });

    it('is never connected to by a name that answers otherwise each time', async () => {
      let asked = 0;
      const http = safeHttp({
        resolve: async () => [(asked += 1) % 2 === 1 ? publicAddress : '127.0.0.1'],
      });

      const kinds = [];
      for (let turn = 0; turn < 10; turn += 1)
        kinds.push((await post(http, `http://hooks.example:${port}/`, { deadlineMs: 100 })).kind);

      expect(kinds.filter((kind) => kind === 'unsafe')).to.have.length(5);
      expect([
        connections,
        asked,
        attempts.seen.filter((one) => !one.startsWith(publicAddress)),
      ]).to.deep.equal([0, 10, []]);
    });

    it('is not followed to by a redirect, whichever of the URLs it names', async () => {
      const http = safeHttp({ allowLoopback: true });
      const locations = unsafeUrls.map(atPort).filter((url) => /^[\x21-\x7e]+$/.test(url));
      for (const status of [301, 302, 303, 307, 308]) {
        for (const location of locations) {
          serve = (_, response) => {
            response.writeHead(status, { location }).end();
          };

          expect(await post(http, `http://127.0.0.1:${port}/`)).to.deep.include({
            kind: 'answered',
            status,
          });
        }
      }

      expect([connections, attempts.seen.length]).to.deep.equal([
        5 * locations.length,
        5 * locations.length,
      ]);
    });

    it('is this machine, unless the deployment lets it', async () => {
      const open = safeHttp({ allowLoopback: true });

      const answers = await Promise.all(
        [`http://127.0.0.1:${port}/`, `http://[::1]:${port}/`, `http://localhost:${port}/`].map(
          (url) => post(open, url),
        ),
      );
      const others = await Promise.all(
        [
          `http://10.0.0.1:${port}/`,
          `http://0.0.0.0:${port}/`,
          `http://[::ffff:127.0.0.1]:${port}/`,
          'http://127.0.0.1:6379/',
        ].map((url) => post(open, url)),
      );

      expect(
        answers.map((answer) => (answer.kind === 'answered' ? answer.status : answer.kind)),
      ).to.deep.equal([200, 200, 200]);
      expect(others.map(({ kind }) => kind)).to.deep.equal([
        'unsafe',
        'unsafe',
        'unsafe',
        'unsafe',
      ]);
    });
  });

  it('tells the host that hooks of one place share', () => {
    const http = safeHttp();

    expect(
      [
        'https://Hooks.Example:8443/a?b',
        'http://hooks.example./',
        'https://[2606:4700:4700::1111]/',
      ].map((url) => http.judge(url)),
    ).to.deep.equal([
      { ok: true, host: 'hooks.example' },
      { ok: true, host: 'hooks.example' },
      { ok: true, host: '[2606:4700:4700::1111]' },
    ]);
    expect(http.judge('http://10.0.0.1/')).to.deep.equal({
      ok: false,
      objection: 'a URL of a public address',
    });
  });

  it('knows public addresses from all others', () => {
    expect(
      [
        '1.1.1.1',
        '8.8.8.8',
        '93.184.215.14',
        '172.15.255.255',
        '172.32.0.1',
        '192.167.255.255',
        '11.0.0.1',
        '223.255.255.255',
        '2606:4700:4700::1111',
        '2a00:1450::1',
      ].filter((one) => !isPublicAddress(one)),
    ).to.deep.equal([]);
    expect(unsafeAddresses.filter(isPublicAddress)).to.deep.equal([]);
  });

  describe('at an endpoint that misbehaves', () => {
    const http = safeHttp({ allowLoopback: true });
    const ask = (change: Partial<SafeRequest> = {}) =>
      post(http, `http://127.0.0.1:${port}/`, change);
    /** Within which nothing here ends by itself. */
    const soon = { deadlineMs: 400 };
    const kindOf = async (asked: Promise<SafeAnswer>): Promise<SafeAnswer['kind']> =>
      (await asked).kind;

    it('ends in time, whether it keeps silent, drips its head or drips its body', async () => {
      serve = () => undefined;
      expect(await kindOf(ask(soon))).to.equal('timeout');

      const drip = createPlainServer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nx-');
        const slowly = setInterval(() => socket.write('a'), 20);
        socket
          .on('close', () => {
            clearInterval(slowly);
          })
          .on('error', () => undefined);
      }).listen(0, '127.0.0.1');
      await once(drip, 'listening');
      expect(
        await kindOf(post(http, `http://127.0.0.1:${(drip.address() as AddressInfo).port}/`, soon)),
      ).to.equal('timeout');
      drip.close();

      serve = (_, response) => {
        response.writeHead(200);
        const slowly = setInterval(() => response.write('.'), 20);
        response.on('close', () => {
          clearInterval(slowly);
        });
      };
      // Long enough for the head, which is all that is wanted, to come on a slow machine.
      expect(await kindOf(ask({ deadlineMs: 2_000 }))).to.equal('answered');
    });

    it('ends in time when a name is never resolved, or its address never answers', async () => {
      expect(
        await kindOf(
          post(
            safeHttp({ resolve: () => new Promise(() => undefined) }),
            'http://hooks.example/',
            soon,
          ),
        ),
      ).to.equal('timeout');
      expect(
        await post(safeHttp({ resolve: async () => [] }), 'http://hooks.example/'),
      ).to.deep.equal({ kind: 'unreachable' });
      expect(
        await post(
          safeHttp({
            resolve: async () => {
              throw new Error('SERVFAIL');
            },
          }),
          'http://hooks.example/',
        ),
      ).to.deep.equal({ kind: 'unreachable' });
    });

    it('reads 64 KiB of an answer without end, and takes its status', async () => {
      let sent = 0;
      serve = (_, response) => {
        response.writeHead(200, { 'content-length': 1_000_000_000, 'content-encoding': 'gzip' });
        const fill = (): void => {
          while (response.write('x'.repeat(16_384))) sent += 16_384;
        };
        response.on('drain', fill).on('error', () => undefined);
        fill();
      };

      expect(await ask()).to.deep.include({ kind: 'answered', status: 200 });
      expect(sent).to.be.below(20_000_000);
    });

    it('survives a reset, a broken answer, a broken handshake and a closed port', async () => {
      serve = (request) => {
        request.socket.resetAndDestroy();
      };
      expect(await ask()).to.deep.equal({ kind: 'unreachable' });

      serve = (request) => {
        request.socket.end('SSH-2.0-OpenSSH_9.6\r\n');
      };
      expect(await ask()).to.deep.equal({ kind: 'unreachable' });
      expect(await post(http, `https://127.0.0.1:${port}/`)).to.deep.equal({ kind: 'unreachable' });
      expect(await post(http, 'http://127.0.0.1:49151/')).to.deep.equal({ kind: 'unreachable' });
    });

    it('leaves no socket behind after 1,000 requests', async () => {
      serve = (_, response) => {
        response.writeHead(204).end();
      };

      for (let turn = 0; turn < 20; turn += 1)
        await Promise.all(Array.from({ length: 50 }, () => ask()));

      expect(connections).to.equal(1_000);
      while (
        (await new Promise((resolve) =>
          server.getConnections((_, open) => {
            resolve(open);
          }),
        )) !== 0
      )
        await new Promise((resolve) => setTimeout(resolve, 10));
    });
  });
});
