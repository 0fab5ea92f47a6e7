import { type OutboundResponse, RelayError } from '@interline/plugins';
import { ManualClock, RecordingLog } from '@interline/plugins/testing';
import { expect } from 'chai';
import { never } from '../testing/never.ts';
import { hang, scriptedHttp } from '../testing/scripted-http.ts';
import type { UpstreamAnswer, UpstreamRequest } from '../upstream/upstream.ts';
import { askOverLine, type EngineLine } from './ask-over-line.ts';
import { engineBreaker } from './engine-breaker.ts';
import { EnginePause } from './engine-pause.ts';
import { TokenBucket } from './token-bucket.ts';

const quote: UpstreamRequest = { method: 'GET', path: '/quote' };

interface Desk {
  readonly clock: ManualClock;
  readonly line: EngineLine;
  readonly requests: ReturnType<typeof scriptedHttp>['requests'];
  readonly ask: (
    request?: UpstreamRequest,
    signal?: AbortSignal,
    askedBy?: string,
  ) => Promise<UpstreamAnswer>;
}

function desk(
  answers: readonly (Partial<OutboundResponse> | Error)[],
  terms: (clock: ManualClock) => Partial<EngineLine> = () => ({}),
): Desk {
  const clock = new ManualClock();
  const log = new RecordingLog();
  const left = [...answers];
  const http = scriptedHttp(async () => {
    const next = left.length > 1 ? left.shift() : left[0];
    if (next instanceof Error) throw next;
    return next ?? {};
  });
  const line: EngineLine = {
    engine: 'alpha',
    kind: 'price',
    bases: { base: 'https://alpha.example/v1/', status: 'https://scan.alpha.example' },
    bucket: new TokenBucket({ requests: 10, perMs: 60_000 }, clock),
    leaves: 0,
    maxWaitMs: 0,
    breaker: engineBreaker('alpha', { faultsToRest: 2, restMs: 60_000 }, log),
    pause: new EnginePause('alpha', clock),
    deadlineMs: 2_500,
    maxResponseBytes: 4_096,
    ...terms(clock),
  };
  return {
    clock,
    line,
    requests: http.requests,
    ask: (request = quote, signal = never(), askedBy) =>
      askOverLine(
        line,
        { http, clock, log },
        { request, askedBy: askedBy === undefined ? [] : [askedBy] },
        signal,
      ),
  };
}

async function faultOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'an answer',
    (error: unknown) =>
      error instanceof RelayError ? `${error.code}: ${error.message}` : String(error),
  );
}

describe('a request to an engine', () => {
  it('goes to its base with path, defined query values, headers and bounds', async () => {
    const { ask, requests } = desk([{ body: '{"price":"1"}' }]);

    const answer = await ask({
      method: 'GET',
      path: '/quote',
      query: { amount: '5', bridge: 'a b&c', slippage: undefined },
      headers: { 'x-key': 'k' },
    });

    expect(answer).to.deep.equal({ status: 200, body: { price: '1' } });
    expect(requests).to.deep.equal([
      {
        url: 'https://alpha.example/v1/quote?amount=5&bridge=a+b%26c',
        method: 'GET',
        headers: { accept: 'application/json', 'x-key': 'k' },
        deadlineMs: 2_500,
        maxResponseBytes: 4_096,
      },
    ]);
  });

  it('posts JSON, and asks the status service where the request says so', async () => {
    const { ask, requests } = desk([{}]);

    await ask({ method: 'POST', path: '/status', body: { id: '1' }, at: 'status' });

    expect(requests).to.deep.equal([
      {
        url: 'https://scan.alpha.example/status',
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: '{"id":"1"}',
        deadlineMs: 2_500,
        maxResponseBytes: 4_096,
      },
    ]);
  });

  describe('answered', () => {
    it('with a refusal is an answer, an error page in it reads as null', async () => {
      expect(await desk([{ status: 404, body: '{"code":1002}' }]).ask()).to.deep.equal({
        status: 404,
        body: { code: 1002 },
      });
      expect(await desk([{ status: 499, body: '<html>' }]).ask()).to.deep.equal({
        status: 499,
        body: null,
      });
    });

    const faults: readonly (readonly [string, Partial<OutboundResponse> | Error, string])[] = [
      [
        'with an HTML page that calls itself a success',
        { body: '<html>secret</html>' },
        'RAIL_FAULT: alpha answered something that is no JSON',
      ],
      [
        'with half a JSON',
        { body: '{"a":' },
        'RAIL_FAULT: alpha answered something that is no JSON',
      ],
      [
        'with nothing',
        { status: 204, body: '' },
        'RAIL_FAULT: alpha answered something that is no JSON',
      ],
      [
        'with a redirect',
        { status: 302, body: '{}' },
        'RAIL_FAULT: alpha answered with status 302',
      ],
      [
        'with a server error',
        { status: 500, body: '{"message":"secret"}' },
        'RAIL_FAULT: alpha answered with status 500',
      ],
      [
        'too late',
        new RelayError('RAIL_TIMEOUT', {}, 'secret'),
        'RAIL_TIMEOUT: alpha did not answer within 2500 ms',
      ],
      [
        'by a broken connection, or too much',
        new RelayError('RAIL_FAULT', {}, 'secret'),
        'RAIL_FAULT: the connection to alpha failed',
      ],
    ];
    for (const [how, answer, fault] of faults) {
      it(`${how} is a fault, described in our own words, and rests the engine if repeated`, async () => {
        const { ask, requests } = desk([answer]);

        expect([await faultOf(ask()), await faultOf(ask()), await faultOf(ask())]).to.deep.equal([
          fault,
          fault,
          'RAIL_DOWN: alpha rests after 2 faults in a row',
        ]);
        expect(requests).to.have.lengthOf(2);
      });
    }

    it('with a refusal again and again does not rest it', async () => {
      const { ask, requests } = desk([{ status: 400, body: '{}' }]);

      for (let turn = 0; turn < 5; turn += 1) await ask();

      expect(requests).to.have.lengthOf(5);
    });
  });

  describe('after a 429', () => {
    it('is not made again before the time it was given, in seconds', async () => {
      const { ask, requests, clock } = desk([
        { status: 429, headers: { 'retry-after': '12' }, body: '{}' },
        {},
      ]);

      const first = await faultOf(ask());
      await clock.advance(11_999);
      const second = await faultOf(ask());
      await clock.advance(1);

      expect([first, second, await faultOf(ask())]).to.deep.equal([
        'RAIL_DOWN: alpha asked us to wait 12 s',
        'RAIL_DOWN: alpha asked us to wait 1 s',
        'an answer',
      ]);
      expect(requests).to.have.lengthOf(2);
    });

    it('nor before the date it was given', async () => {
      const { ask } = desk([
        {
          status: 429,
          headers: { 'retry-after': new Date(1_780_000_090_000).toUTCString() },
          body: '{}',
        },
      ]);

      expect(await faultOf(ask())).to.equal('RAIL_DOWN: alpha asked us to wait 90 s');
    });

    it('waits half a minute without a Retry-After, and the breaker stays closed', async () => {
      const { ask, line, clock } = desk([{ status: 429, body: '<html>' }]);

      expect(await faultOf(ask())).to.equal('RAIL_DOWN: alpha asked us to wait 30 s');
      await clock.advance(30_000);
      await faultOf(ask());
      await clock.advance(30_000);
      await faultOf(ask());
      expect(line.breaker.isResting).to.equal(false);
    });

    it('a 503 that says how long is heeded too', async () => {
      const { ask, requests } = desk([
        { status: 503, headers: { 'retry-after': '5' }, body: '{}' },
      ]);

      expect([await faultOf(ask()), await faultOf(ask())]).to.deep.equal([
        'RAIL_FAULT: alpha answered with status 503',
        'RAIL_DOWN: alpha asked us to wait 5 s',
      ]);
      expect(requests).to.have.lengthOf(1);
    });
  });

  describe('over the limit', () => {
    const oneToken = (clock: ManualClock): Partial<EngineLine> => ({
      bucket: new TokenBucket({ requests: 1, perMs: 800 }, clock),
    });

    it('is refused at once where the wait bound is zero', async () => {
      const { ask, requests } = desk([{}], oneToken);

      await ask();

      expect(await faultOf(ask())).to.equal(
        'RAIL_DOWN: the request limit of alpha is used up for 1 s',
      );
      expect(requests).to.have.lengthOf(1);
    });

    it('is refused for a client whose share is used up, while others and our own work are served', async () => {
      const { ask, requests } = desk([{}], (own) => ({
        bucket: new TokenBucket({ requests: 5, perMs: 800 }, own),
        leaves: 1,
      }));
      const askFor = (askedBy?: string): Promise<string> => faultOf(ask(quote, never(), askedBy));

      expect([await askFor('alice'), await askFor('alice'), await askFor('alice')]).to.deep.equal([
        'an answer',
        'an answer',
        "RATE_LIMITED: this client's share of the request limit of alpha is used up for 1 s",
      ]);
      expect([
        await askFor('bob'),
        await askFor('bob'),
        await askFor('carol'),
        await askFor(),
        await askFor(),
        await askFor(),
      ]).to.deep.equal([
        'an answer',
        "RATE_LIMITED: this client's share of the request limit of alpha is used up for 1 s",
        'an answer',
        'an answer',
        'RAIL_DOWN: the request limit of alpha is used up for 1 s',
        'RAIL_DOWN: the request limit of alpha is used up for 1 s',
      ]);
      expect(requests).to.have.lengthOf(5);
    });

    it("counts a client's builds apart from its prices, so that who looked around can still send", async () => {
      const { clock, line, ask } = desk([{}], (own) => ({
        bucket: new TokenBucket({ requests: 8, perMs: 800 }, own),
        leaves: 2,
      }));
      while ((await faultOf(ask(quote, never(), 'alice'))) === 'an answer');
      const build = { ...line, kind: 'build' as const, leaves: 0 };
      const http = scriptedHttp(async () => ({}));

      expect(
        await faultOf(
          askOverLine(
            build,
            { http, clock, log: new RecordingLog() },
            { request: quote, askedBy: ['alice'] },
            never(),
          ),
        ),
      ).to.equal('an answer');
    });

    it('waits if it may and the token comes in time', async () => {
      const { ask, requests, clock } = desk([{}], (own) => ({ ...oneToken(own), maxWaitMs: 800 }));
      await ask();

      const second = ask();
      await clock.advance(799);
      expect(requests).to.have.lengthOf(1);
      await clock.advance(1);

      expect(await second).to.deep.equal({ status: 200, body: {} });
      expect(requests).to.have.lengthOf(2);
    });

    it('costs no token while the engine rests', async () => {
      const { ask, line } = desk([{ status: 500 }]);

      for (let turn = 0; turn < 20; turn += 1) await faultOf(ask());

      expect(
        [...Array(9).keys()].map(() => line.bucket.take({ shares: [], leaves: 0 })),
      ).to.deep.equal([true, true, true, true, true, true, true, true, false]);
    });
  });

  describe('that its caller gave up', () => {
    const impatient = (): Partial<EngineLine> => ({
      breaker: engineBreaker('alpha', { faultsToRest: 1, restMs: 60_000 }, new RecordingLog()),
    });

    it("is not the engine's fault", async () => {
      const clock = new ManualClock();
      const http = scriptedHttp((_request, signal) => hang(signal));
      const { line } = desk([{}], impatient);
      const caller = new AbortController();

      const asked = faultOf(
        askOverLine(
          line,
          { http, clock, log: new RecordingLog() },
          { request: quote, askedBy: [] },
          caller.signal,
        ),
      );
      await clock.advance(0);
      caller.abort();

      expect([await asked, line.breaker.isResting]).to.deep.equal([
        'RAIL_TIMEOUT: the request to alpha was given up',
        false,
      ]);
      expect(http.requests).to.have.lengthOf(1);
    });

    it('is not sent', async () => {
      const { ask, requests } = desk([{}], impatient);

      expect(await faultOf(ask(quote, AbortSignal.abort()))).to.equal(
        'RAIL_TIMEOUT: the request to alpha was given up',
      );
      expect(requests).to.deep.equal([]);
    });
  });
});
