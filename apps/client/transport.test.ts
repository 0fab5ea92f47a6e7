import { expect } from 'chai';
import { NoAnswerError } from './no-answer-error.ts';
import { ServiceError } from './service-error.ts';
import { json, scriptedFetch } from './testing/scripted-fetch.ts';
import { createTransport } from './transport.ts';

const refusal = {
  error: 'no rail can settle this',
  errorCode: 'NO_ROUTE',
  retryable: false,
  suggestedAction: 'Change the amount.',
  requestId: 'r1',
  reasons: [],
};
const busy = {
  error: 'too many requests',
  errorCode: 'RATE_LIMITED',
  retryable: true,
  retryAfterMs: 1,
  suggestedAction: 'Wait.',
  requestId: 'r2',
};

describe('the transport', () => {
  it('sends JSON with the key and says what was asked for', async () => {
    const script = scriptedFetch(json(200, { ok: true }));
    const { send } = createTransport({
      baseUrl: 'https://relay.example/v1/',
      apiKey: 'ak_1',
      fetch: script.fetch,
    });

    const answer = await send({ method: 'POST', path: '/api/route/quote', body: { amount: '1' } });

    expect(answer).to.deep.equal({ ok: true });
    expect(
      script.asked.map(({ url, init }) => [url, init.method, init.body, init.headers]),
    ).to.deep.equal([
      [
        'https://relay.example/v1/api/route/quote',
        'POST',
        '{"amount":"1"}',
        { accept: 'application/json', 'content-type': 'application/json', 'x-svc-key': 'ak_1' },
      ],
    ]);
  });

  it('reports that nothing was sent only if no try can have reached the service', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { syscall: 'connect' });
    const down = new TypeError('fetch failed', { cause: new AggregateError([refused, refused]) });
    const broken = new TypeError('fetch failed', { cause: new Error('read ECONNRESET') });
    const thrownAfter = (...failures: readonly Error[]) =>
      thrownBy(
        createTransport({ baseUrl: 'http://a', fetch: scriptedFetch(...failures).fetch }).send({
          method: 'GET',
          path: '/',
        }),
      );

    expect(await thrownAfter(down)).to.include({ isUnsent: true });
    expect(await thrownAfter(down, broken, down)).to.include({ isUnsent: false });
    expect(await thrownAfter(broken)).to.include({ isUnsent: false });
  });

  it('throws a refusal at once, with its code and everything else it says', async () => {
    const script = scriptedFetch(json(422, refusal));

    const error = await thrownBy(
      createTransport({ baseUrl: 'http://a', fetch: script.fetch }).send({
        method: 'GET',
        path: '/',
      }),
    );

    expect(error).to.be.instanceOf(ServiceError);
    expect(error).to.include({
      status: 422,
      errorCode: 'NO_ROUTE',
      retryable: false,
      retryAfterMs: null,
      suggestedAction: 'Change the amount.',
      requestId: 'r1',
      message: 'no rail can settle this. Change the amount.',
    });
    expect(error).to.have.deep.property('body', refusal);
    expect(script.asked).to.have.length(1);
  });

  it('tries again what may succeed later, at most as often as configured', async () => {
    const soon = scriptedFetch(json(429, busy), json(200, { ok: true }));
    const never = scriptedFetch(json(429, busy));

    const answer = await createTransport({ baseUrl: 'http://a', fetch: soon.fetch, tries: 2 }).send(
      { method: 'POST', path: '/', body: {} },
    );
    const error = await thrownBy(
      createTransport({ baseUrl: 'http://a', fetch: never.fetch, tries: 2 }).send({
        method: 'POST',
        path: '/',
        body: {},
      }),
    );

    expect(answer).to.deep.equal({ ok: true });
    expect(error).to.include({ errorCode: 'RATE_LIMITED', retryAfterMs: 1 });
    expect([soon.asked.length, never.asked.length]).to.deep.equal([2, 2]);
  });

  it('sends an order once if the operator is to read its refusal, and asks again for what moves nothing', async () => {
    const refused = scriptedFetch(json(503, busy), json(200, { ok: true }));
    const read = scriptedFetch(json(429, busy), json(200, { ok: true }));
    const lost = scriptedFetch(new TypeError('reset'), json(200, { ok: true }));
    const order = { method: 'POST', path: '/', body: {}, headers: { 'idempotency-key': 'k1' } };
    const over = ({ fetch }: typeof read) =>
      createTransport({ baseUrl: 'http://a', fetch, sendsRefusedOnce: true });

    const error = await thrownBy(over(refused).send(order));
    await over(read).send({ method: 'GET', path: '/' });
    await over(lost).send(order);

    expect(error).to.include({ errorCode: 'RATE_LIMITED' });
    expect([refused, read, lost].map(({ asked }) => asked.length)).to.deep.equal([1, 2, 2]);
  });

  it('repeats an unanswered request only if that does nothing twice', async () => {
    const broken = new TypeError('fetch failed');
    const askedOf = async (method: string, headers: Record<string, string>): Promise<number> => {
      const script = scriptedFetch(broken);
      const error = await thrownBy(
        createTransport({ baseUrl: 'http://a', fetch: script.fetch, tries: 2 }).send({
          method,
          path: '/',
          headers,
        }),
      );
      expect(error)
        .to.be.instanceOf(NoAnswerError)
        .and.to.include({ status: null, message: 'no service answers at http://a', cause: broken });
      return script.asked.length;
    };

    expect([
      await askedOf('GET', {}),
      await askedOf('POST', { 'idempotency-key': 'k1' }),
      await askedOf('POST', {}),
    ]).to.deep.equal([2, 2, 1]);
  });

  it("knows a stranger's answer from the service's", async () => {
    const page = scriptedFetch(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));

    const error = await thrownBy(
      createTransport({ baseUrl: 'http://a', fetch: page.fetch, tries: 1 }).send({
        method: 'GET',
        path: '/',
      }),
    );

    expect(error)
      .to.be.instanceOf(NoAnswerError)
      .and.to.include({ status: 502, message: 'http://a answers, but not like this service' });
  });

  it("gives up after its deadline, and stops with the caller's reason when it is aborted while it waits", async () => {
    const silent = (_url: string, { signal }: RequestInit): Promise<Response> =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      });
    const waiting = scriptedFetch(json(429, { ...busy, retryAfterMs: 10_000 }));
    const stop = new AbortController();

    const late = await thrownBy(
      createTransport({ baseUrl: 'http://a', fetch: silent, tries: 1, timeoutMs: 20 }).send({
        method: 'GET',
        path: '/',
      }),
    );
    const sent = thrownBy(
      createTransport({ baseUrl: 'http://a', fetch: waiting.fetch }).send({
        method: 'GET',
        path: '/',
        signal: stop.signal,
      }),
    );
    setTimeout(() => stop.abort(new Error('changed my mind')), 10);

    expect(late)
      .to.be.instanceOf(NoAnswerError)
      .and.to.include({ message: 'no answer from http://a in 20 ms' });
    expect(await sent).to.equal(stop.signal.reason);
    expect(waiting.asked).to.have.length(1);
  });
});

async function thrownBy(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail('it did not throw'),
    (error: unknown) => error,
  );
}
