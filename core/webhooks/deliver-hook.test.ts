import { expect } from 'chai';
import { judgeTry, mostTries, nextTryMs } from './deliver-hook.ts';
import type { HookDelivery } from './hook.ts';

const least = { hex: () => '00000000' };
const most = { hex: () => 'ffffffff' };

describe('the schedule of a hook', () => {
  it('has ten tries over three days, each wait up to a fifth longer', () => {
    const waits = (entropy: typeof least) =>
      Array.from({ length: 9 }, (_, at) => (nextTryMs(at + 1, 1_000, null, entropy) ?? 0) - 1_000);

    expect(mostTries).to.equal(10);
    expect(waits(least)).to.deep.equal([
      5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 50_400_000, 72_000_000,
      86_400_000,
    ]);
    expect(waits(most)).to.deep.equal([
      6_000, 360_000, 2_160_000, 8_640_000, 21_600_000, 43_200_000, 60_480_000, 86_400_000,
      103_680_000,
    ]);
    expect([nextTryMs(10, 1_000, null, least), nextTryMs(11, 1_000, 5_000, most)]).to.deep.equal([
      null,
      null,
    ]);
  });

  it('waits as long as the endpoint asks, and no longer than a day', () => {
    expect(nextTryMs(1, 0, 60_000, least)).to.equal(60_000);
    expect(nextTryMs(1, 0, 4_999, least)).to.equal(5_000);
    expect(nextTryMs(1, 0, 999_999_999_000, least)).to.equal(86_400_000);
  });
});

describe('a try of a hook', () => {
  it('delivers with any 2xx, is made again after anything else, and stops with a 410', () => {
    const stateAfter = (status: number | null) =>
      judgeTry(delivery(1), answered(status), 100, least).state;

    expect([200, 202, 204, 299].map(stateAfter)).to.deep.equal([
      'delivered',
      'delivered',
      'delivered',
      'delivered',
    ]);
    expect(
      [199, 300, 301, 308, 400, 404, 409, 411, 429, 500, 503, null].map(stateAfter),
    ).to.deep.equal(Array.from({ length: 12 }, () => 'waiting'));
    expect(stateAfter(410)).to.equal('stopped');
  });

  it('is the last when ten have failed, counted from when the operator asked for more', () => {
    expect(judgeTry(delivery(9), answered(500), 100, least)).to.deep.equal({
      state: 'waiting',
      dueAtMs: 86_400_100,
    });
    expect(judgeTry(delivery(10), answered(500), 100, least)).to.deep.equal({
      state: 'dead',
      dueAtMs: 100,
    });
    expect(judgeTry(delivery(11, 10), answered(503, 90_000), 100, least)).to.deep.equal({
      state: 'waiting',
      dueAtMs: 90_100,
    });
    expect(judgeTry(delivery(20, 10), answered(null), 100, least).state).to.equal('dead');
  });
});

function delivery(tries: number, oldTries = 0): HookDelivery {
  return {
    id: 'msg_1',
    hookId: 'wh_1',
    eventId: 'ev_1',
    state: 'waiting',
    tries,
    oldTries,
    dueAtMs: 30_000,
    createdAtMs: 0,
  };
}

function answered(httpStatus: number | null, retryAfterMs: number | null = null) {
  return {
    outcome: httpStatus === null ? 'timeout' : 'answered',
    httpStatus,
    retryAfterMs,
  } as const;
}
