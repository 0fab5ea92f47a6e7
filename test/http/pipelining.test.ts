import { once } from 'node:events';
import { Agent, get, IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { serve, type Serving } from '@interline/http';
import { expect } from 'chai';

describe('a client that sends many requests at once', () => {
  let serving: Serving;
  const sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await serving.close(0);
  });

  const start = async (handle: Handle): Promise<void> => {
    serving = await serve(appOf(handle), { port: 0, host: '127.0.0.1' });
  };
  /** Sends all of it and reads nothing. */
  const pour = async (text: string): Promise<Socket> => {
    const socket = connect(Number(new URL(serving.url).port), '127.0.0.1')
      .on('error', () => undefined)
      .pause();
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  };
  const ask = async (agent: Agent | false = false): Promise<IncomingMessage> => {
    // CAST: what the event gives.
    const [response] = (await once(get(`${serving.url}/asked`, { agent }), 'response')) as [
      IncomingMessage,
    ];
    response.resume();
    await once(response, 'end');
    return response;
  };
  const requestsFor = (path: string, count: number): string =>
    `GET ${path} HTTP/1.1\r\nhost: here\r\n\r\n`.repeat(count);

  it('and reads no answer gets 100 of 4000 run, and other clients are answered meanwhile', async () => {
    let poured = 0;
    const spent = Promise.withResolvers<undefined>();
    await start((request, response) => {
      if (request.url === '/poured' && (poured += 1) === 100)
        response.once('close', () => spent.resolve(undefined));
      response.end('taken');
    });

    await pour(requestsFor('/poured', 4_000));
    await spent.promise;
    const statuses = [await ask(), await ask(), await ask()].map(({ statusCode }) => statusCode);

    expect([poured, statuses]).to.deep.equal([100, [200, 200, 200]]);
  });

  it('has one of them run at a time, and the next when that is answered', async () => {
    const answers: (() => void)[] = [];
    let begun: () => void = () => undefined;
    await start((request, response) => {
      if (request.url !== '/poured') {
        response.end();
        return;
      }
      answers.push(() => response.end());
      begun();
    });
    const nextBegins = (): Promise<void> =>
      new Promise((resolve) => {
        begun = resolve;
      });

    const counts: number[] = [];
    const first = nextBegins();
    await pour(requestsFor('/poured', 50));
    await first;
    for (let n = 0; n < 3; n += 1) {
      await ask();
      counts.push(answers.length);
      const next = nextBegins();
      answers.at(-1)?.();
      await next;
    }

    expect(counts).to.deep.equal([1, 2, 3]);
  });

  it('has no other run while it does not take the answer to one', async () => {
    const large = Buffer.alloc(64_000_000);
    let run = 0;
    const begun = Promise.withResolvers<undefined>();
    await start((request, response) => {
      if (request.url !== '/poured') {
        response.end();
        return;
      }
      run += 1;
      response.end(large);
      begun.resolve(undefined);
    });

    await pour(requestsFor('/poured', 50));
    await begun.promise;
    for (let n = 0; n < 20; n += 1) await ask();

    expect(run).to.equal(1);
  });

  it('and leaves is noticed at once, so that the request that runs for it is aborted', async () => {
    const [begun, gone] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    await start((_request, response) => {
      response.once('close', () => gone.resolve(undefined));
      begun.resolve(undefined);
    });

    const socket = await pour(requestsFor('/poured', 50));
    await begun.promise;
    socket.end();

    await gone.promise;
  });

  it('gets its answers in order, whatever bodies they came with', async () => {
    await start((request, response) => {
      let bytes = 0;
      request
        .on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        })
        .on('end', () => response.end(`${request.url} ${bytes};`));
    });
    const post = (path: string, bytes: number): string =>
      `POST ${path} HTTP/1.1\r\nhost: here\r\ncontent-length: ${bytes}\r\n\r\n${'x'.repeat(bytes)}`;
    const chunks = `${`4e20\r\n${'x'.repeat(20_000)}\r\n`.repeat(4)}0\r\n\r\n`;
    const chunked = `POST /c HTTP/1.1\r\nhost: here\r\ntransfer-encoding: chunked\r\n\r\n${chunks}`;
    const last = 'GET /e HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n';

    const socket = await pour(
      `${post('/a', 60_000)}${requestsFor('/b', 1)}${chunked}${post('/d', 1)}${last}`,
    );
    let told = '';
    socket
      .on('data', (chunk) => {
        told += String(chunk);
      })
      .resume();
    await untilClosed(socket);

    expect(told.match(/\/\w \d+;/g)).to.deep.equal([
      '/a 60000;',
      '/b 0;',
      '/c 80000;',
      '/d 1;',
      '/e 0;',
    ]);
  });

  it('does not crash the process with thousands that Node refuses by itself', async () => {
    await start((_request, response) => {
      response.end();
    });

    for (const head of [
      'GET / HTTP/1.1\r\n\r\n',
      'GET / HTTP/1.1\r\nhost: here\r\nexpect: more\r\n\r\n',
      'CONNECT here:1 HTTP/1.1\r\nhost: here\r\n\r\n',
    ]) {
      const socket = await pour(head.repeat(8_000));
      socket.resume();
      await untilClosed(socket);
    }

    expect((await ask()).statusCode).to.equal(200);
  });
});

describe('a client that waits for its answers', () => {
  it('learns from the hundredth answer on a connection that it closes, opens another and misses none', async () => {
    const serving = await serve(
      appOf((_request, response) => {
        response.end();
      }),
      { port: 0, host: '127.0.0.1' },
    );
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number | undefined>();
    const last: number[] = [];

    for (let n = 1; n <= 250; n += 1) {
      const request = get(serving.url, { agent });
      // CAST: what the event gives.
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      ports.add(request.socket?.localPort);
      if (response.headers.connection === 'close') last.push(n);
      response.resume();
      await once(response, 'end');
    }
    agent.destroy();
    await serving.close(1_000);

    expect([ports.size, last]).to.deep.equal([3, [100, 200]]);
  });
});

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** An app that is one function. Koa's type would take HTTP/2 as well. */
function appOf(handle: Handle): Parameters<typeof serve>[0] {
  return {
    callback: () => async (request, response) => {
      // CAST: a request of HTTP/1 has a response of HTTP/1.
      if (request instanceof IncomingMessage) handle(request, response as ServerResponse);
    },
  };
}

/** However it ends. */
async function untilClosed(socket: Socket): Promise<void> {
  await new Promise((resolve) => {
    socket.once('close', resolve);
  });
}
