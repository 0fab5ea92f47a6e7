import { answer, RelayError } from '@interline/plugins';
import { testRequest } from '@interline/plugins/testing';
import { expect } from 'chai';
import { never } from './testing/never.ts';
import { railOver, type RailSeat } from './testing/rail-over.ts';
import { scriptedHttp } from './testing/scripted-http.ts';
import { priceFor, scriptedUpstream } from './testing/scripted-upstream.ts';

/** Two engines that ask their upstreams; those named here fail. */
async function seatAfterOneRequest(
  failing: readonly string[],
  settings: object = {},
): Promise<RailSeat> {
  const upstreams = ['alpha', 'beta'].map((name) =>
    scriptedUpstream({
      name,
      traits: { baseUrl: `https://${name}.example` },
      price: async (ask, api, signal) => {
        await api.ask({ method: 'GET', path: '/' }, signal);
        return answer(priceFor(ask));
      },
    }),
  );
  const http = scriptedHttp(async ({ url }) => {
    if (failing.some((name) => url.includes(name))) throw new RelayError('RAIL_FAULT');
    return {};
  });
  const seat = railOver(upstreams, { http, settings: { faultsToRest: 1, ...settings } });
  await seat.rail.offers(testRequest({ units: 100_000_000n }), never());
  return seat;
}

/** An engine that was asked once, with a limit of a hundred requests a minute less a fifth. */
const open = { state: 'open', requestsLeft: 79 };
const resting = (name: string): object => ({
  state: 'resting',
  reason: `${name} rests after 1 faults in a row`,
  requestsLeft: 79,
});

describe('the health of the aggregators', () => {
  it('is up while every engine can be asked, and reports the requests that each has left', async () => {
    expect(await (await seatAfterOneRequest([])).rail.health(never())).to.deep.equal({
      isUp: true,
      ways: { alpha: open, beta: open },
    });
  });

  it('is up while one engine can be asked, and names the others', async () => {
    expect(await (await seatAfterOneRequest(['beta'])).rail.health(never())).to.deep.equal({
      isUp: true,
      reason: 'not asked now: beta',
      ways: { alpha: open, beta: resting('beta') },
    });
  });

  it('is down when none can be', async () => {
    expect(await (await seatAfterOneRequest(['alpha', 'beta'])).rail.health(never())).to.deep.equal(
      {
        isUp: false,
        reason: 'not asked now: alpha, beta',
        ways: { alpha: resting('alpha'), beta: resting('beta') },
      },
    );
  });

  it('does not count an engine that is switched off', async () => {
    const { rail } = await seatAfterOneRequest(['alpha'], {
      engines: { beta: { enabled: false } },
    });

    expect(await rail.health(never())).to.deep.equal({
      isUp: false,
      reason: 'not asked now: alpha',
      ways: { alpha: resting('alpha') },
    });
  });

  it('is down when all are', async () => {
    const { rail } = await seatAfterOneRequest([], {
      engines: { alpha: { enabled: false }, beta: { enabled: false } },
    });

    expect(await rail.health(never())).to.deep.equal({
      isUp: false,
      reason: 'every engine is switched off',
    });
  });

  it('names an engine whose rate limit is used up, and until when', async () => {
    const seat = await seatAfterOneRequest([], {
      engines: { beta: { limit: { requests: 1, perMs: 60_000 } } },
    });

    expect(await seat.rail.health(never())).to.deep.equal({
      isUp: true,
      reason: 'not asked now: beta',
      ways: {
        alpha: open,
        beta: {
          state: 'used-up',
          reason: 'the request limit of beta is used up for 60 s',
          requestsLeft: 0,
        },
      },
    });
  });

  it('reports how long an engine asked us to pause', async () => {
    const upstream = scriptedUpstream({
      name: 'alpha',
      price: async (ask, api, signal) => {
        await api.ask({ method: 'GET', path: '/' }, signal);
        return answer(priceFor(ask));
      },
    });
    const http = scriptedHttp(async () => ({ status: 429, headers: { 'retry-after': '90' } }));
    const { rail } = railOver([upstream], { http });
    await rail.offers(testRequest({ units: 100_000_000n }), never());

    expect(await rail.health(never())).to.deep.equal({
      isUp: false,
      reason: 'not asked now: alpha',
      ways: {
        alpha: { state: 'paused', reason: 'alpha asked us to wait 90 s', requestsLeft: 79 },
      },
    });
  });
});
