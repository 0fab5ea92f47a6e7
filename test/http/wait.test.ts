import { memoryRateLimiter } from '@interline/adapters/rate-limiter';
import { badPasses } from '@interline/core/passes';
import { type Receipt, receiptOf } from '@interline/core/transfer';
import { patientLimiter, samplePass, sampleRoute } from '@interline/http/testing';
import { RelayError } from '@interline/kernel';
import type { RouteNotifier } from '@interline/ports';
import { expect } from 'chai';
import { until } from '../support/until.ts';
import { type Service, startService } from './start-service.ts';

const path = '/api/route/status?id=rt_1';
/** Nothing is looked for in a test's time unless it is notified. */
const patient = { look: 600_000, heartbeat: 600_000, longest: 600_000 };
const at = 1_800_000_007_000;
const pulling = receiptOf(sampleRoute({ status: 'BRIDGING', stage: 'PULLING' }), at);
const paying = receiptOf(sampleRoute({ status: 'BRIDGING', stage: 'PAYING' }), at);
const done = receiptOf(sampleRoute({ status: 'DONE', stage: 'DONE' }), at);

describe('a status that waits', () => {
  let service: Service;
  let now: Receipt | Error;
  /** Whether each read was notified that the store has what is new. */
  let reads: (boolean | undefined)[];
  let notifier: RouteNotifier & { readonly listeners: Set<() => void> };
  afterEach(async () => service.close());

  const open = async (change: Parameters<typeof startService>[0] = {}): Promise<void> => {
    [now, reads] = [pulling, []];
    notifier = oneRoute();
    service = await startService({
      notifier,
      streamPace: patient,
      ...change,
      useCases: {
        ...change.useCases,
        transfer: {
          async readRoute(_id, _signal, options) {
            reads.push(options?.isCommitted);
            if (now instanceof Error) throw now;
            return now;
          },
        },
      },
    });
  };
  const commit = (receipt: Receipt | Error): void => {
    now = receipt;
    for (const listener of notifier.listeners) listener();
  };
  const waiting = (count = 1) =>
    until('so many that wait', () => notifier.listeners.size === count && reads.length >= count);
  const stageOf = ({ body }: { readonly body: Record<string, unknown> }): unknown => body['stage'];
  const ask = (query: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${service.url}${path}${query}`, { headers });

  it('is answered as soon as a change is notified, without reading anything in between', async () => {
    await open();
    const answer = service.get(`${path}&wait=30`);
    await waiting();

    commit(paying);

    expect(stageOf(await answer)).to.equal('PAYING');
    expect(reads).to.deep.equal([false, true]);
    await until('no listener', () => notifier.listeners.size === 0);
  });

  it('goes on waiting if what was notified changed nothing that it shows, or could not be read', async () => {
    await open();
    const answer = service.get(`${path}&wait=30`);
    await waiting();

    commit(receiptOf(sampleRoute({ status: 'BRIDGING', stage: 'PULLING' }), at + 9_000));
    await until('a read', () => reads.length === 2);
    commit(new RelayError('STORE_DOWN'));
    await until('another', () => reads.length === 3);
    commit(done);

    expect(stageOf(await answer)).to.equal('DONE');
  });

  it('is answered at once if the route is over, or the client has another receipt', async () => {
    await open();
    const tag = (await ask('')).headers.get('etag') ?? '';
    now = paying;
    const newer = await ask('&wait=30', { 'if-none-match': tag });
    now = done;
    const over = await ask('&wait=30');

    expect(tag).to.match(/^W\/"[0-9a-f]{16}"$/);
    expect([newer.status, over.status]).to.deep.equal([200, 200]);
    expect(newer.headers.get('etag')).to.not.equal(tag);
  });

  it('finds by itself what was never notified', async () => {
    await open({ streamPace: { ...patient, look: 10 } });
    const answer = service.get(`${path}&wait=30`);
    await waiting();

    now = paying;

    expect(stageOf(await answer)).to.equal('PAYING');
    expect(reads.every((isCommitted) => isCommitted === false)).to.equal(true);
  });

  it('ends when its time is up: with the receipt, or with 304 for a client that has it', async () => {
    await open();
    const tag = (await ask('')).headers.get('etag') ?? '';

    const [plain, tagged] = await Promise.all([
      service.get(`${path}&wait=1`),
      ask('&wait=1', { 'if-none-match': tag }),
    ]);

    expect([plain.status, stageOf(plain)]).to.deep.equal([200, 'PULLING']);
    expect([tagged.status, await tagged.text()]).to.deep.equal([304, '']);
  });

  it('is refused as any read is, and if it would be longer than thirty seconds', async () => {
    await open();
    now = new RelayError('UNKNOWN_ROUTE');

    const unknown = await service.get(`${path}&wait=30`);
    const refused = await Promise.all(
      ['31', '-1', '1.5', 'x', ''].map((wait) => service.get(`${path}&wait=${wait}`)),
    );

    expect([unknown.status, unknown.body['errorCode']]).to.deep.equal([404, 'UNKNOWN_ROUTE']);
    expect(refused.map(({ body }) => body['errorCode'])).to.deep.equal(
      Array(5).fill('BAD_REQUEST'),
    );
    expect(notifier.listeners.size).to.equal(0);
  });

  it('counts as one read towards the limit', async () => {
    let taken = 0;
    await open({
      rateLimiter: {
        ...patientLimiter,
        take: async (buckets, quota) => {
          taken += 1;
          return patientLimiter.take(buckets, quota);
        },
      },
    });
    const answer = service.get(`${path}&wait=30`);
    await waiting();

    for (const moved of [pulling, pulling, done]) {
      const before = reads.length;
      commit(moved);
      await until('a read', () => reads.length > before);
    }
    await answer;

    expect([taken, reads.length]).to.deep.equal([1, 4]);
  });

  it('is answered with what is known when the service closes', async () => {
    const closing = new AbortController();
    await open({ closing: closing.signal });
    const answer = service.get(`${path}&wait=30`);
    await waiting();

    closing.abort();

    const { status, headers, body } = await answer;
    expect([status, body['stage'], headers.get('etag')?.length]).to.deep.equal([
      200,
      'PULLING',
      20,
    ]);
    expect(reads).to.have.length(1);
  });

  it('shares twenty places of a client with its event streams', async () => {
    await open();
    const gone = new AbortController();
    const streams = await Promise.all(
      Array.from({ length: 10 }, () =>
        fetch(`${service.url}${path}`, {
          headers: { accept: 'text/event-stream' },
          signal: gone.signal,
        }),
      ),
    );
    const waits = Array.from({ length: 10 }, () => service.get(`${path}&wait=30`));
    await waiting(20);

    const refused = await service.get(`${path}&wait=30`);
    const plain = await service.get(path);
    commit(done);

    expect(streams.map(({ status }) => status)).to.deep.equal(Array(10).fill(200));
    expect([
      refused.status,
      refused.body['errorCode'],
      refused.headers.get('retry-after'),
    ]).to.deep.equal([429, 'RATE_LIMITED', '5']);
    expect(plain.status).to.equal(200);
    expect((await Promise.all(waits)).map(stageOf)).to.deep.equal(Array(10).fill('DONE'));
    gone.abort();
  });

  it('leaves a pass good and uncounted if it finds no place, or its stream does', async () => {
    const limiter = memoryRateLimiter({ monotonic: () => 0, now: () => 0 });
    await open({
      useCases: { passes: { badPasses: badPasses(limiter, { monotonic: () => 0 }) } },
    });
    const waits = Array.from({ length: 20 }, () => service.get(`${path}&wait=30`));
    await waiting(20);
    const pass = { 'x-svc-pass': samplePass(1) };
    const refused: number[] = [];
    for (let n = 0; n < 11; n += 1) {
      refused.push((await ask('&wait=30', pass)).status);
      refused.push((await ask('', { ...pass, accept: 'text/event-stream' })).status);
    }
    commit(done);
    await Promise.all(waits);

    expect(refused).to.deep.equal(Array(22).fill(429));
    expect((await ask('', pass)).status).to.equal(200);
  });

  it('is held a thousand times at most: other requests are served meanwhile, and one end answers all', async () => {
    await open({ trustedProxies: ['127.0.0.1'] });
    const from = (client: number) => ({
      'x-forwarded-for': `10.0.${Math.floor(client / 250)}.${client % 250}`,
    });
    const waits = Array.from({ length: 1_000 }, (_, n) =>
      ask('&wait=30', from(Math.floor(n / 20))),
    );
    await waiting(1_000);

    const refused = await ask('&wait=30', from(999));
    const others = await Promise.all(
      ['', '/api/route/chains'].map((other) =>
        other === '' ? ask('', from(999)) : fetch(`${service.url}${other}`),
      ),
    );
    commit(done);
    const answers = await Promise.all(waits.map(async (wait) => (await wait).json()));

    expect(refused.status).to.equal(429);
    expect(others.map(({ status }) => status)).to.deep.equal([200, 200]);
    // CAST: receipts, by their status.
    expect(answers.filter((one) => (one as { stage: string }).stage === 'DONE')).to.have.length(
      1_000,
    );
    await until('a thousand free places', () => notifier.listeners.size === 0);
  });
});

function oneRoute(): RouteNotifier & { readonly listeners: Set<() => void> } {
  const listeners = new Set<() => void>();
  return {
    listeners,
    onChanged(id, listener) {
      if (id === 'rt_1') listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
