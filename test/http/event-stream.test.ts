import { once } from 'node:events';
import { connect } from 'node:net';
import { type Receipt, receiptOf } from '@interline/core/transfer';
import { RelayError } from '@interline/kernel';
import { until } from '../support/until.ts';
import { type Service, startService } from './start-service.ts';
import { patientLimiter, sampleRoute } from '@interline/http/testing';
import { expect } from 'chai';

const path = '/api/route/status?id=rt_1';
const pace = { look: 10, heartbeat: 30, longest: 60_000 };

const running = receiptOf(sampleRoute({ status: 'BRIDGING', stage: 'PULLING' }), 1_800_000_007_000);
const later = receiptOf(sampleRoute({ status: 'BRIDGING', stage: 'PULLING' }), 1_800_000_099_000);
const paying = receiptOf(sampleRoute({ status: 'BRIDGING', stage: 'PAYING' }), 1_800_000_008_000);
const done = receiptOf(sampleRoute({ status: 'DONE', stage: 'DONE' }), 1_800_000_009_000);

interface Event {
  readonly id: string;
  readonly stage: string;
}

describe("a route's status as an event stream", () => {
  let service: Service;
  afterEach(async () => service.close());

  /** Answers with these receipts in turn, the last one for ever. */
  const serving = async (
    receipts: readonly (Receipt | Error)[],
    change: Parameters<typeof startService>[0] = {},
  ): Promise<{ readonly asked: () => number }> => {
    let asked = 0;
    const readRoute = async (): Promise<Receipt> => {
      const next = receipts[Math.min(asked, receipts.length - 1)];
      asked += 1;
      if (next === undefined || next instanceof Error)
        throw next ?? new RelayError('UNKNOWN_ROUTE');
      return next;
    };
    service = await startService({
      streamPace: pace,
      ...change,
      useCases: { transfer: { readRoute } },
    });
    return { asked: () => asked };
  };
  const follow = async (
    headers: Record<string, string> = {},
    init: RequestInit = {},
  ): Promise<Response> =>
    fetch(`${service.url}${path}`, {
      ...init,
      headers: { accept: 'text/event-stream', ...headers },
    });

  it('sends every change once, each under its id, and ends with the route', async () => {
    await serving([running, later, later, paying, paying, done]);

    const response = await follow();
    const text = await response.text();

    expect([
      response.status,
      response.headers.get('content-type'),
      response.headers.get('cache-control'),
    ]).to.deep.equal([200, 'text/event-stream; charset=utf-8', 'no-store']);
    expect(text.startsWith('retry: 2000\n\n')).to.equal(true);
    expect(eventsIn(text).map(({ stage }) => stage)).to.deep.equal(['PULLING', 'PAYING', 'DONE']);
    expect(new Set(eventsIn(text).map(({ id }) => id)).size).to.equal(3);
  });

  it('sends a change as soon as it is notified, without reading anything in between', async () => {
    const listeners = new Map<string, () => void>();
    const { asked } = await serving([running, paying, done], {
      streamPace: { look: 600_000, heartbeat: 600_000, longest: 600_000 },
      notifier: {
        onChanged: (id, listener) => {
          listeners.set(id, listener);
          return () => listeners.delete(id);
        },
      },
    });
    const text = follow().then((response) => response.text());

    for (const reads of [1, 2]) {
      await until('a read', () => asked() === reads);
      listeners.get('rt_1')?.();
    }

    expect(eventsIn(await text).map(({ stage }) => stage)).to.deep.equal([
      'PULLING',
      'PAYING',
      'DONE',
    ]);
    expect(asked()).to.equal(3);
    await until('no listener', () => listeners.size === 0);
  });

  it('carries what a plain request is answered with', async () => {
    await serving([done]);

    const { body } = await service.get(path);
    const [, data] = /^data: (.*)$/m.exec(await (await follow()).text()) ?? [];

    expect(JSON.parse(data ?? '')).to.deep.equal(body);
  });

  it('is taken up after the last event that was seen', async () => {
    await serving([running, paying, done]);
    const [first] = eventsIn(await (await follow()).text());
    await service.close();
    await serving([running, running, paying, done]);

    const again = eventsIn(await (await follow({ 'last-event-id': first?.id ?? '' })).text());

    expect(again.map(({ stage }) => stage)).to.deep.equal(['PAYING', 'DONE']);
  });

  it('asks a client that has seen the end not to come back', async () => {
    await serving([done]);
    const [last] = eventsIn(await (await follow()).text());

    const response = await follow({ 'last-event-id': last?.id ?? '' });

    expect([response.status, await response.text()]).to.deep.equal([204, '']);
  });

  it('keeps the connection warm while nothing changes', async () => {
    await serving([...Array<Receipt>(12).fill(running), done]);

    const text = await (await follow()).text();

    // At most one with each question: twelve of them, ten milliseconds apart where nothing holds
    // them up.
    expect(text.match(/^: still here$/gm)?.length).to.be.within(2, 12);
  });

  it('outlasts a question that failed', async () => {
    await serving([running, new RelayError('STORE_DOWN'), new TypeError('odd'), done]);

    expect(eventsIn(await (await follow()).text()).map(({ stage }) => stage)).to.deep.equal([
      'PULLING',
      'DONE',
    ]);
    expect(service.deps.log.lines.filter(({ level }) => level === 'error')).to.deep.equal([]);
  });

  it('is refused as any request is, before it begins', async () => {
    await serving([new RelayError('UNKNOWN_ROUTE')]);

    const response = await follow();

    expect([response.status, response.headers.get('content-type')]).to.deep.equal([
      404,
      'application/json; charset=utf-8',
    ]);
  });

  it('stops asking when its client leaves', async () => {
    const { asked } = await serving([running]);
    const gone = new AbortController();
    const response = await follow({}, { signal: gone.signal });
    await response.body?.getReader().read();

    gone.abort();

    let seen = -1;
    await until('an end of the questions', () => asked() === seen || void (seen = asked()), 300);
  });

  it('ends when the service closes, and after its longest time', async () => {
    const closing = new AbortController();
    await serving([running], { closing: closing.signal });
    const response = await follow();
    closing.abort();
    expect(eventsIn(await response.text())).to.have.length(1);
    await service.close();

    await serving([running], { streamPace: { ...pace, longest: 40 } });
    expect(eventsIn(await (await follow()).text())).to.have.length(1);
  });

  it('is open twenty times to one address, and not once more', async () => {
    await serving([running]);
    const gone = new AbortController();
    const open = await Promise.all(
      Array.from({ length: 20 }, async () => follow({}, { signal: gone.signal })),
    );

    const refused = await follow();
    gone.abort();
    await until('a free place', () => isFree());

    expect(open.map(({ status }) => status)).to.deep.equal(Array(20).fill(200));
    expect([
      refused.status,
      refused.headers.get('retry-after'),
      ((await refused.json()) as { errorCode: string }).errorCode,
    ]).to.deep.equal([429, '5', 'RATE_LIMITED']);
  });

  it('is not counted for clients that left while the limiter was still deciding, which used to lock out their address', async () => {
    const slowly: typeof patientLimiter = {
      ...patientLimiter,
      take: async (buckets, quota) =>
        pause(30).then(async () => patientLimiter.take(buckets, quota)),
    };
    await serving([running], { rateLimiter: slowly });

    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const left = new AbortController();
        setTimeout(() => left.abort(), 10);
        await follow({}, { signal: left.signal }).catch(() => null);
      }),
    );
    await until('a free place', () => isFree());
  });

  it('is given back by a connection that asked for twenty at once and was cut', async () => {
    await serving([running]);
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: here\r\naccept: text/event-stream\r\n\r\n`.repeat(20),
    );
    await once(socket, 'data');
    await pause(50);

    socket.destroy();

    await until('twenty free places', () => isFree(20));
  });

  /** Whether so many streams can be opened at once; they are closed again. */
  async function isFree(places = 1): Promise<boolean> {
    const open = new AbortController();
    const statuses = await Promise.all(
      Array.from(
        { length: places },
        async () => (await follow({}, { signal: open.signal })).status,
      ),
    );
    open.abort();
    return statuses.every((status) => status === 200);
  }
});

function eventsIn(text: string): readonly Event[] {
  return [...text.matchAll(/^id: (.*)\ndata: (.*)$/gm)].map(([, id = '', data = '']) => ({
    id,
    stage: (JSON.parse(data) as { stage: string }).stage,
  }));
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
