import type { HookDelivery } from './hook.ts';
import { judgeTry } from './deliver-hook.ts';
import { expect } from 'chai';

const entropy = { hex: () => '00000000' };
const delivery = (tries: number, oldTries = 0): HookDelivery => ({
  id: 'msg_1',
  hookId: 'wh_1',
  eventId: 'ev_1',
  state: 'waiting',
  tries,
  oldTries,
  dueAtMs: 30_000,
  createdAtMs: 0,
});
const answered = (httpStatus: number | null, retryAfterMs: number | null = null) =>
  ({ outcome: httpStatus === null ? 'timeout' : 'answered', httpStatus, retryAfterMs }) as const;

describe('a try of a hook', () => {
  it('delivers with any 2xx, is made again after anything else, and stops with a 410', () => {
    const stateAfter = (status: number | null) =>
      judgeTry(delivery(1), answered(status), 100, entropy).state;

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
    expect(judgeTry(delivery(9), answered(500), 100, entropy)).to.deep.equal({
      state: 'waiting',
      dueAtMs: 86_400_100,
    });
    expect(judgeTry(delivery(10), answered(500), 100, entropy)).to.deep.equal({
      state: 'dead',
      dueAtMs: 100,
    });
    expect(judgeTry(delivery(11, 10), answered(503, 90_000), 100, entropy)).to.deep.equal({
      state: 'waiting',
      dueAtMs: 90_100,
    });
    expect(judgeTry(delivery(20, 10), answered(null), 100, entropy).state).to.equal('dead');
  });
});
