import { expect } from 'chai';
import type { RouteReceipt } from './generated/shapes/route-receipt.ts';
import { NoAnswerError } from './no-answer-error.ts';
import { ServiceError } from './service-error.ts';
import {
  events,
  json,
  scriptedFetch,
  type ScriptedFetch,
  unchanged,
} from './testing/scripted-fetch.ts';
import { createTransport } from './transport.ts';
import { waitForRoute, type WaitOptions } from './wait-for-route.ts';

const event = (id: string, status: string, stage: string): string =>
  `id: ${id}\ndata: ${JSON.stringify({ status, stage })}\n\n`;
const busy = {
  error: 'too many event streams',
  errorCode: 'RATE_LIMITED',
  retryable: true,
  retryAfterMs: 1,
};

describe('waiting for a route', () => {
  it('follows the event stream and reports every change once', async () => {
    const script = scriptedFetch(
      events(
        event('a', 'BRIDGING', 'PULLING'),
        event('b', 'BRIDGING', 'PULLING'),
        event('c', 'DONE', 'DELIVERED'),
      ),
    );

    const { last, stages } = await wait(script);

    expect(last).to.deep.equal({ status: 'DONE', stage: 'DELIVERED' });
    expect(stages).to.deep.equal(['PULLING', 'DELIVERED']);
    expect(
      script.asked.map(({ url, init }) => [
        url,
        (init.headers as Record<string, string>)['accept'],
      ]),
      // CAST: as the transport writes them.
    ).to.deep.equal([['http://a/api/route/status?id=rt_1', 'text/event-stream']]);
  });

  it('takes a broken stream up after the last event it saw', async () => {
    const script = scriptedFetch(
      events(event('a', 'BRIDGING', 'PULLING'), new TypeError('terminated')),
      events(event('b', 'FAILED', 'REFUNDED')),
    );

    const { last, stages } = await wait(script);

    expect([last.status, stages]).to.deep.equal(['FAILED', ['PULLING', 'REFUNDED']]);
    expect((script.asked[1]?.init.headers as Record<string, string>)['last-event-id']).to.equal(
      'a',
    ); // CAST: as the transport writes them.
  });

  it('polls if the service streams nothing, or cannot stream any more', async () => {
    const receipts = [
      json(200, { status: 'BRIDGING', stage: 'PULLING' }),
      json(200, { status: 'DONE', stage: 'DELIVERED' }),
    ];

    const plain = await wait(scriptedFetch(...receipts));
    const full = await wait(scriptedFetch(json(429, busy), ...receipts));
    const unreachable = await wait(scriptedFetch(new TypeError('fetch failed'), ...receipts));

    expect([plain, full, unreachable].map(({ last }) => last.status)).to.deep.equal([
      'DONE',
      'DONE',
      'DONE',
    ]);
    expect(full.stages).to.deep.equal(['PULLING', 'DELIVERED']);
  });

  it('has the service hold the status back until there is news, if it streams nothing', async () => {
    const script = scriptedFetch(
      new TypeError('fetch failed'),
      json(200, { status: 'BRIDGING', stage: 'PULLING' }, 'W/"a"'),
      unchanged('W/"a"'),
      json(200, { status: 'BRIDGING', stage: 'PAYING' }, 'W/"b"'),
      json(200, { status: 'DONE', stage: 'DELIVERED' }, 'W/"c"'),
    );

    const { last, stages } = await wait(script, { withinMs: 60_900 });

    expect([last.status, stages]).to.deep.equal(['DONE', ['PULLING', 'PAYING', 'DELIVERED']]);
    expect(readsIn(script).slice(1)).to.deep.equal([
      ['http://a/api/route/status?id=rt_1', undefined],
      ['http://a/api/route/status?id=rt_1&wait=20', 'W/"a"'],
      ['http://a/api/route/status?id=rt_1&wait=20', 'W/"a"'],
      ['http://a/api/route/status?id=rt_1&wait=20', 'W/"b"'],
    ]);
  });

  it('polls at once and from then on if the service can hold no more reads', async () => {
    const script = scriptedFetch(
      json(200, { status: 'BRIDGING', stage: 'PULLING' }, 'W/"a"'),
      json(429, { ...busy, retryAfterMs: 60_000 }),
      json(200, { status: 'BRIDGING', stage: 'PAYING' }, 'W/"b"'),
      json(200, { status: 'DONE', stage: 'DELIVERED' }, 'W/"c"'),
    );

    const { last, stages } = await wait(script, { stream: false });

    expect([last.status, stages]).to.deep.equal(['DONE', ['PULLING', 'PAYING', 'DELIVERED']]);
    expect(readsIn(script).map(([url]) => url?.includes('wait='))).to.deep.equal([
      false,
      true,
      false,
      false,
    ]);
  });

  it('throws why the status is refused', async () => {
    const script = scriptedFetch(
      json(404, { error: 'no route has this id', errorCode: 'UNKNOWN_ROUTE', retryable: false }),
    );

    const error = await wait(script).then(
      () => null,
      (thrown: unknown) => thrown,
    );

    expect(error).to.be.instanceOf(ServiceError).and.to.include({ errorCode: 'UNKNOWN_ROUTE' });
    expect(script.asked).to.have.length(2);
  });

  it('goes on through a restart of the service and a limit that it reaches, and reports each once', async () => {
    const waits: string[] = [];
    const script = scriptedFetch(
      json(200, { status: 'BRIDGING', stage: 'PULLING' }),
      new TypeError('fetch failed'),
      json(503, { errorCode: 'STORE_DOWN', retryable: true, retryAfterMs: 1 }),
      json(200, { status: 'BRIDGING', stage: 'PAYING' }),
      json(429, busy),
      json(200, { status: 'DONE', stage: 'DELIVERED' }),
    );

    const { last } = await wait(script, {
      stream: false,
      onWait: (error) => waits.push(error.name),
    });

    expect(last.status).to.equal('DONE');
    expect(waits).to.deep.equal(['NoAnswerError', 'ServiceError']);
  });

  it('throws at once if no service was ever there, except for a route that it has accepted', async () => {
    const gone = () =>
      scriptedFetch(
        new TypeError('fetch failed'),
        new TypeError('fetch failed'),
        json(200, { status: 'DONE', stage: 'DELIVERED' }),
      );

    const error = await wait(gone()).catch((thrown: unknown) => thrown);
    const accepted = await wait(gone(), { isAccepted: true });

    expect(error).to.be.instanceOf(NoAnswerError);
    expect(accepted.last.status).to.equal('DONE');
  });

  it('answers with the last receipt when time is up', async () => {
    const polled = await wait(scriptedFetch(json(200, { status: 'BRIDGING', stage: 'PAYING' })), {
      withinMs: 20,
      stream: false,
    });

    expect(polled.last).to.deep.equal({ status: 'BRIDGING', stage: 'PAYING' });
  });

  it("stops with the caller's reason when it is aborted", async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('gone')), 10);

    const error = await wait(scriptedFetch(json(200, { status: 'BRIDGING', stage: 'PAYING' })), {
      stream: false,
      signal: stop.signal,
    }).then(
      () => null,
      (thrown: unknown) => thrown,
    );

    expect(error).to.equal(stop.signal.reason);
  });
});

/** What was asked for, and which answer the client said it has. */
function readsIn({ asked }: ScriptedFetch): (readonly [string, string | undefined])[] {
  // CAST: as the transport writes them.
  return asked.map(({ url, init }) => [
    url,
    (init.headers as Record<string, string>)['if-none-match'],
  ]);
}

async function wait(
  { fetch }: ScriptedFetch,
  options: WaitOptions = {},
): Promise<{ readonly last: RouteReceipt; readonly stages: readonly string[] }> {
  const stages: string[] = [];
  const last = await waitForRoute(
    createTransport({ baseUrl: 'http://a', fetch, tries: 1 }),
    'rt_1',
    {
      ...options,
      onChange: ({ stage }) => stages.push(stage),
    },
  );
  return { last, stages };
}
