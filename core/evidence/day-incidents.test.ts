import { expect } from 'chai';
import { incidentsOf, type Order } from './day-incidents.ts';

const day = '2026-11-23';
const at = (hour: number, minute = 0): number => Date.UTC(2026, 10, 23, hour, minute);

function order(change: Partial<Order> = {}): Order {
  return {
    action: 'resume',
    target: 'chain:8453',
    outcome: 'done',
    atMs: at(12),
    before: { state: 'paused', by: 'ada', reason: 'the node of a client', since: at(11) },
    ...change,
  };
}

const incidents = (orders: readonly Order[], switches: Parameters<typeof incidentsOf>[2] = []) =>
  incidentsOf(day, orders, switches, 0);

describe('the incidents of a day', () => {
  it('are the parts that were paused, with their minutes on that day, without operator or reason', () => {
    const report = incidents(
      [
        order(),
        // Begun the day before, and ended the day after.
        order({
          target: 'engine:lifi',
          atMs: at(30),
          before: { state: 'draining', since: at(-5) },
        }),
        // Twice on that day.
        order({ atMs: at(14, 1), before: { state: 'paused', since: at(14) } }),
      ],
      [{ scope: 'service', state: 'paused', sinceMs: at(23, 30) }],
    );

    expect(report).to.deep.equal({
      pauses: [
        { scope: 'chain:8453', state: 'paused', minutes: 61 },
        { scope: 'engine:lifi', state: 'draining', minutes: 1_440 },
        { scope: 'service', state: 'paused', minutes: 30 },
      ],
      restarts: 0,
      endsTakenBack: 0,
    });
  });

  it('have a pause that was turned into draining as both', () => {
    const turned = order({ action: 'drain', atMs: at(12) });
    const ended = order({ atMs: at(13), before: { state: 'draining', since: at(12) } });

    expect(incidents([ended, turned]).pauses).to.deep.equal([
      { scope: 'chain:8453', state: 'draining', minutes: 60 },
      { scope: 'chain:8453', state: 'paused', minutes: 60 },
    ]);
  });

  it('count only accounts that were resumed on that day', () => {
    const restart = (hour: number) =>
      order({
        action: 'resume-account',
        target: 'account float on 42161',
        atMs: at(hour),
        before: {},
      });

    expect(incidents([restart(0), restart(23), restart(24)]).restarts).to.equal(2);
  });

  it('have nothing of another day, of an order that was refused, or of a part that was open', () => {
    const report = incidents(
      [
        order({ atMs: at(26), before: { state: 'paused', since: at(24) } }),
        order({ outcome: 'refused' }),
        order({ action: 'resume-account', outcome: 'failed' }),
        order({ action: 'pause', before: { state: 'open' } }),
        order({ action: 'refund' }),
      ],
      [{ scope: 'service', state: 'paused', sinceMs: at(24) }],
    );

    expect(report).to.deep.equal({ pauses: [], restarts: 0, endsTakenBack: 0 });
  });
});
