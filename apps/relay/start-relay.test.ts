import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  request as httpRequest,
  type Server,
} from 'node:http';
import { type AddressInfo, connect, createServer as createRawServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { shuffled } from './batches.ts';
import { type Relay, startRelay } from './start-relay.ts';

interface Forwarded {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly atMs: number;
}

describe('the relay', () => {
  let gateway: Server;
  let relay: Relay;
  let forwarded: Forwarded[];
  let status: number;
  /** The gateway waits for this before it answers. */
  let answering: Promise<void>;
  /** Number of requests received; each has its place, or is refused, in the same turn. */
  let arrived: number;
  beforeEach(async () => {
    forwarded = [];
    status = 200;
    answering = Promise.resolve();
    arrived = 0;
    gateway = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        forwarded.push({ headers: request.headers, body, atMs: performance.now() });
        response.writeHead(status, { 'content-type': 'message/ohttp-res', 'x-secret': '1' });
        void answering.then(() => response.end(`answer to ${body}`));
      });
    });
    gateway.listen(0, '127.0.0.1');
    await once(gateway, 'listening');
    relay = await open();
  });
  afterEach(async () => {
    await relay.close();
    gateway.closeAllConnections();
    gateway.close();
  });

  const open = (change: Partial<Parameters<typeof startRelay>[0]> = {}): Promise<Relay> => {
    const { port } = gateway.address() as AddressInfo; // CAST: it listens on TCP.
    return startRelay({
      port: 0,
      host: '127.0.0.1',
      gateway: () => {
        arrived += 1;
        return `http://127.0.0.1:${port}/api/ohttp/gateway`;
      },
      batchMs: 50,
      now: () => hours * 3_600_000,
      ...change,
    });
  };
  const send = (body: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(relay.url, {
      method: 'POST',
      headers: { 'content-type': 'message/ohttp-req', ...headers },
      body,
    });
  let hours = 0;
  const report = async (): Promise<unknown> => (await fetch(relay.url)).json();
  /** The report after the hour has ended. */
  const reportLater = (): Promise<unknown> => {
    hours += 1;
    return report();
  };
  /** From another address of this machine. */
  const sendFrom = (localAddress: string, body: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = { 'content-type': 'message/ohttp-req' };
      httpRequest(relay.url, { method: 'POST', headers, localAddress, agent: false }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
      })
        .once('error', reject)
        .end(body);
    });
  const inOneTick = async (sends: () => readonly Promise<unknown>[]): Promise<void> => {
    relay.pause(true);
    const [before, all] = [arrived, sends()];
    await haveCome(before + all.length);
    relay.pause(false);
    await Promise.all(all);
  };
  /** Bodies that come with their heads are read by the time a later request is answered. */
  const haveCome = async (requests: number): Promise<void> => {
    await until('the requests', () => arrived >= requests);
    await report();
  };
  /** Writes raw text to a connection that the test controls. */
  const write = async (text: string, localAddress = '127.0.0.1'): Promise<Socket> => {
    const socket = connect({
      port: Number(new URL(relay.url).port),
      host: '127.0.0.1',
      localAddress,
    });
    socket.on('error', () => undefined).resume();
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  };
  const wired = (body: string, bytes = body.length): string =>
    `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: message/ohttp-req\r\ncontent-length: ${bytes}\r\n\r\n${body}`;

  it('forwards the bytes and their type, and nothing else about their sender', async () => {
    const answer = await send('sealed', {
      cookie: 'who=me',
      'user-agent': 'mine',
      'x-forwarded-for': '203.0.113.7',
      'accept-language': 'de',
    });

    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).to.deep.equal([
      200,
      'message/ohttp-res',
      'answer to sealed',
    ]);
    expect(Object.keys(forwarded[0]?.headers ?? {}).sort()).to.deep.equal([
      'connection',
      'content-length',
      'content-type',
      'host',
    ]);
    expect(answer.headers.get('x-secret')).to.equal(null);
  });

  it('forwards gathered requests together, in random order', async () => {
    await relay.close();
    relay = await open({ batchMs: 400, mostOfOneSender: 64 });
    const bodies = Array.from({ length: 40 }, (_, at) => String(at));
    const answers: string[] = [];
    await Promise.all(
      bodies.map(async (body) => {
        const answer = await send(body);
        answers.push(await answer.text());
      }),
    );
    const order = forwarded.map(({ body }) => body);

    expect([...order].sort()).to.deep.equal([...bodies].sort());
    // One in 40 factorial is in order by chance.
    expect(order).to.not.deep.equal(bodies);
    expect(answers).to.not.deep.equal(order.map((body) => `answer to ${body}`));
    expect(await report()).to.deep.include({ batchMs: 400, isPaused: false });
  });

  it('reports how many senders a tick of the last hour mixed, and nothing of the current hour', async () => {
    const before = await report();
    await inOneTick(() => Array.from({ length: 20 }, () => send('mine')));
    const stillBefore = await report();
    const alone = await reportLater();
    for (let round = 0; round < 2; round += 1)
      await inOneTick(() =>
        ['127.0.0.2', '127.0.0.3', '127.0.0.3'].map((address) => sendFrom(address, 'theirs')),
      );

    expect(before).to.deep.equal({
      service: 'interline-relay',
      protocol: 'RFC 9458',
      batchMs: 50,
      medianOccupancy: 0,
      isPaused: false,
    });
    expect(stillBefore).to.deep.equal(before);
    expect(alone).to.deep.include({ medianOccupancy: 1 });
    expect(await reportLater()).to.deep.include({ medianOccupancy: 2 });
  });

  it('accepts requests and forwards none while it is paused', async () => {
    relay.pause(true);
    const waiting = send('sealed');
    await setTimeout(150);
    const whilePaused = forwarded.length;
    const told = await report();
    relay.pause(false);

    expect([(await waiting).status, whilePaused, forwarded.length]).to.deep.equal([200, 0, 1]);
    expect(told).to.deep.include({ isPaused: true });
  });

  for (const head of [
    'HTTP/1.1 099 Odd\r\ncontent-length: 2\r\n\r\nno',
    'HTTP/1.1 999 Odd\r\ncontent-length: 2\r\n\r\nno',
    'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n',
  ])
    it(`reports that no answer came to ${head.slice(9, 12)}, and continues for all others`, async () => {
      const odd = createRawServer((socket) => {
        socket.on('error', () => undefined).once('data', () => socket.write(head));
      });
      odd.listen(0, '127.0.0.1');
      await once(odd, 'listening');
      const { port } = odd.address() as AddressInfo; // CAST: it listens on TCP.
      const usual = relay;
      relay = await open({ gateway: () => `http://127.0.0.1:${port}/` });
      const answered = await fetch(relay.url, {
        method: 'POST',
        headers: { 'content-type': 'message/ohttp-req' },
        body: 'sealed',
        signal: AbortSignal.timeout(5_000),
      });
      await relay.close();
      relay = usual;
      odd.close();
      const other = await send('sealed');

      expect([answered.status, other.status]).to.deep.equal([502, 200]);
    });

  it('passes refusals on, and refuses itself what is not a request or finds no gateway', async () => {
    status = 422;
    const refused = await send('sealed');
    const wrongType = await fetch(relay.url, { method: 'POST', body: '{}' });
    const tooLong = await send('x'.repeat(24_577));
    const wrongMethod = await fetch(relay.url, { method: 'DELETE' });
    gateway.closeAllConnections();
    gateway.close();
    const lost = await send('sealed');

    expect(
      [refused, wrongType, tooLong, wrongMethod, lost].map((answer) => answer.status),
    ).to.deep.equal([422, 415, 413, 405, 502]);
    expect(forwarded.length).to.equal(1);
  });

  it('limits one address to its share of the places here', async () => {
    await relay.close();
    relay = await open({ mostOfOneSender: 2 });
    relay.pause(true);
    const held = [send('a'), send('b')];
    await haveCome(2);
    const third = await send('c');
    relay.pause(false);
    const statuses = (await Promise.all(held)).map((answer) => answer.status);

    expect([third.status, statuses]).to.deep.equal([429, [200, 200]]);
    expect((await send('d')).status).to.equal(200);
  });

  it('leaves others their part of a minute, however much one address uses in sequence', async () => {
    await relay.close();
    relay = await open({ mostAMinute: 20 });
    const own: number[] = [];
    for (let n = 0; n < 6; n += 1) own.push((await send('a')).status);
    const other = await sendFrom('127.0.0.2', 'b');
    hours += 1;

    expect([own, other]).to.deep.equal([[200, 200, 200, 200, 200, 429], 200]);
    expect((await send('c')).status).to.equal(200);
  });

  it('forwards nothing of a sender that left before the tick, and does not count it among senders or in its minute', async () => {
    await relay.close();
    relay = await open({ mostOfOneSender: 4, mostAMinute: 20 });
    relay.pause(true);
    for (let round = 0; round < 5; round += 1) {
      const all = await Promise.all(['a', 'b', 'c', 'd'].map((body) => write(wired(body))));
      await haveCome(4 * (round + 1));
      for (const socket of all) socket.destroy();
      await setTimeout(20);
    }
    relay.pause(false);
    await until('a place', async () => (await send('honest')).status === 200);

    expect(forwarded.map(({ body }) => body)).to.deep.equal(['honest']);
    expect(await reportLater()).to.deep.include({ medianOccupancy: 1 });
  });

  it('limits one address to its share, even if it leaves as soon as its request was forwarded', async () => {
    await relay.close();
    relay = await open({ mostOfOneSender: 2 });
    const gate = Promise.withResolvers<void>();
    answering = gate.promise;
    const all = await Promise.all([write(wired('a')), write(wired('b'))]);
    await until('both at the gateway', () => forwarded.length === 2);
    for (const socket of all) socket.destroy();
    await setTimeout(20);
    const meanwhile = await send('c');
    gate.resolve();

    expect(meanwhile.status).to.equal(429);
    await until('a place', async () => (await send('d')).status === 200);
  });

  it('has room for others while 4 addresses send headers and no body', async () => {
    await relay.close();
    relay = await open({ mostAtOnce: 8, mostOfOneSender: 4 });
    const slow: Socket[] = [];
    for (const last of [2, 3, 4, 5])
      for (let n = 0; n < 4; n += 1) slow.push(await write(wired('', 17_527), `127.0.0.${last}`));
    await haveCome(16);
    const one = await sendFrom('127.0.0.6', 'honest');
    const own = await sendFrom('127.0.0.5', 'theirs');
    // Of 16 slow ones, eight are dropped for later ones, and one for the honest one.
    await until('nine given up', () => slow.filter((one) => one.destroyed).length >= 9);
    const given = slow.map((socket) => socket.destroyed);
    for (const socket of slow) socket.destroy();

    expect([one, own]).to.deep.equal([200, 429]);
    expect(given).to.deep.equal(given.map((_, at) => at < 9));
  });

  it('refuses more than its queue holds, and accepts again once the queue was forwarded', async () => {
    await relay.close();
    relay = await open({ mostAtOnce: 3 });
    relay.pause(true);
    const held = ['2', '3', '4'].map((last) => sendFrom(`127.0.0.${last}`, last));
    await haveCome(3);
    const fourth = await send('d');
    relay.pause(false);

    expect([fourth.status, await Promise.all(held)]).to.deep.equal([503, [200, 200, 200]]);
    expect((await send('e')).status).to.equal(200);
  });

  it('frees the places of requests that came behind one another in a connection that broke', async () => {
    await relay.close();
    relay = await open({ mostOfOneSender: 3 });
    relay.pause(true);
    const socket = await write([wired('a'), wired('b'), wired('c')].join(''));
    await haveCome(3);
    const full = await send('d');
    socket.destroy();
    await setTimeout(50);
    relay.pause(false);

    expect([full.status, (await send('e')).status, forwarded.length]).to.deep.equal([429, 200, 1]);
  });

  it('closes connections of one address beyond twice its share of requests', async () => {
    await relay.close();
    relay = await open({ mostOfOneSender: 2 });
    const idle: Socket[] = [];
    for (let n = 0; n < 6; n += 1) idle.push(await write(''));
    await until('two closed', () => idle.filter((socket) => socket.destroyed).length === 2);
    const other = await sendFrom('127.0.0.2', 'a');
    for (const socket of idle) socket.destroy();

    expect(other).to.equal(200);
  });

  it('counts a household of IPv6 as one sender, behind a proxy that reports the address', async () => {
    await relay.close();
    relay = await open({ mostOfOneSender: 2, isBehindProxy: true });
    relay.pause(true);
    const from = (address: string) =>
      send('sealed', { 'x-forwarded-for': `203.0.113.7, ${address}` });
    const held = [from('2001:db8:0:100::1'), from('2001:db8:0:1ff::2'), from('2001:db8:0:200::1')];
    await haveCome(3);
    const third = await from('2001:db8:0:1aa::3');
    relay.pause(false);
    const statuses = (await Promise.all(held)).map((answer) => answer.status);

    expect([third.status, statuses]).to.deep.equal([429, [200, 200, 200]]);
    expect(forwarded.map(({ headers }) => headers['x-forwarded-for'])).to.deep.equal([
      undefined,
      undefined,
      undefined,
    ]);
    expect(await reportLater()).to.deep.include({ medianOccupancy: 2 });
  });

  it('ignores headers about the sender without a proxy in front', async () => {
    await relay.close();
    relay = await open({ mostOfOneSender: 2 });
    relay.pause(true);
    const held = ['1', '2'].map((last) => send('a', { 'x-forwarded-for': `198.51.100.${last}` }));
    await haveCome(2);
    const third = await send('b', { 'x-forwarded-for': '198.51.100.3' });
    relay.pause(false);
    await Promise.all(held);

    expect(third.status).to.equal(429);
  });

  it('may be used by any browser origin', async () => {
    const preflight = await fetch(relay.url, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    const answer = await send('sealed', { origin: 'https://app.example' });

    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).to.deep.equal(
      [204, 'content-type'],
    );
    for (const one of [preflight, answer])
      expect(one.headers.get('access-control-allow-origin')).to.equal('*');
  });
});

/** Polls every 20 ms, for a minute at least. */
async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await holds()); tries += 1) {
    if (tries === 3_000) throw new Error(`this never came: ${what}`);
    await setTimeout(20);
  }
}

describe('a shuffle', () => {
  it('puts each of three in each place about as often', () => {
    const counts = new Map<string, number>();
    for (let n = 0; n < 6_000; n += 1) {
      const order = shuffled(['a', 'b', 'c']).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }

    expect([...counts.keys()].sort()).to.deep.equal(['abc', 'acb', 'bac', 'bca', 'cab', 'cba']);
    // Each is 1,000 on average; 200 is seven standard deviations.
    for (const count of counts.values()) expect(count).to.be.within(800, 1_200);
  });
});
