import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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
  beforeEach(async () => {
    forwarded = [];
    status = 200;
    gateway = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        forwarded.push({ headers: request.headers, body, atMs: performance.now() });
        response.writeHead(status, { 'content-type': 'message/ohttp-res', 'x-secret': '1' });
        response.end(`answer to ${body}`);
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
      gateway: () => `http://127.0.0.1:${port}/api/ohttp/gateway`,
      batchMs: 50,
      ...change,
    });
  };
  const send = (body: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(relay.url, {
      method: 'POST',
      headers: { 'content-type': 'message/ohttp-req', ...headers },
      body,
    });
  const report = async (): Promise<unknown> => (await fetch(relay.url)).json();

  it('forwards the bytes and their type, and nothing else of who sends them', async () => {
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

  it('forwards what gathered together, in no order of theirs', async () => {
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

  it('tells how many a tick of the last hour mixed', async () => {
    const before = await report();
    await Promise.all([send('a'), send('b'), send('c')]);

    expect(before).to.deep.equal({
      service: 'interline-relay',
      protocol: 'RFC 9458',
      batchMs: 50,
      medianOccupancy: 0,
      isPaused: false,
    });
    expect(await report())
      .to.have.property('medianOccupancy')
      .above(0); // CAST: as it says.
  });

  it('takes requests and forwards none while it is paused', async () => {
    relay.pause(true);
    const waiting = send('sealed');
    await setTimeout(150);
    const whilePaused = forwarded.length;
    const told = await report();
    relay.pause(false);

    expect([(await waiting).status, whilePaused, forwarded.length]).to.deep.equal([200, 0, 1]);
    expect(told).to.deep.include({ isPaused: true });
  });

  it('passes refusals on, and says itself what is not a request or finds no gateway', async () => {
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

  it('holds one address to its share of what is here', async () => {
    await relay.close();
    relay = await open({ mostOfOneSender: 2 });
    relay.pause(true);
    const held = [send('a'), send('b')];
    await setTimeout(100);
    const third = await send('c');
    relay.pause(false);
    const statuses = (await Promise.all(held)).map((answer) => answer.status);

    expect([third.status, statuses]).to.deep.equal([429, [200, 200]]);
    expect((await send('d')).status).to.equal(200);
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

describe('a shuffle', () => {
  it('puts each of three in each place about as often', () => {
    const counts = new Map<string, number>();
    for (let n = 0; n < 6_000; n += 1) {
      const order = shuffled(['a', 'b', 'c']).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }

    expect([...counts.keys()].sort()).to.deep.equal(['abc', 'acb', 'bac', 'bca', 'cab', 'cba']);
    // Each is 1,000 on average; 200 is seven deviations off.
    for (const count of counts.values()) expect(count).to.be.within(800, 1_200);
  });
});
