import { expect } from 'chai';
import { levelOf, type Round } from './settle-summary.ts';

describe('a level of bench:settle', () => {
  it('is judged by the median of its rounds: one that another process disturbed changes nothing', () => {
    const level = levelOf(
      32,
      [
        round({ tookMs: 400, cpuMs: 40 }),
        round({ tookMs: 900, cpuMs: 95 }),
        round({ tookMs: 500, cpuMs: 50 }),
      ],
      ['warm'],
      { serviceTime: null, work: null },
    );

    expect([level.ratio, level.cpuRatio]).to.deep.equal([0.2, 0.2]);
    expect(level.rounds.map(({ cpuRatio }) => cpuRatio)).to.deep.equal([0.25, 10 / 95, 0.2]);
    expect(level.settle).to.deep.include({
      routes: 30,
      pollsPerRoute: 2,
      failures: ['warm', 'slow', 'slow', 'slow'],
    });
    expect(level.floor.routes).to.equal(60);
  });

  it('gives no ratio of CPU if the system does not report the CPU of its own processes', () => {
    const untold = round({ tookMs: 400, cpuMs: 40 });
    const level = levelOf(1, [{ ...untold, floor: { ...untold.floor, cpu: null } }], [], {
      serviceTime: null,
      work: null,
    });

    expect([level.ratio, level.cpuRatio]).to.deep.equal([0.25, null]);
  });
});

/** Ten routes, beside a floor of twenty that takes 200 ms and 20 ms of CPU: 100 a second, 1 ms each. */
function round({ tookMs, cpuMs }: { readonly tookMs: number; readonly cpuMs: number }): Round {
  const doneMs = [1];
  return {
    settles: {
      ...{ routes: 10, tookMs, doneMs, acceptedMs: [1], polls: 20, failures: ['slow'] },
      cpu: { service: cpuMs, chains: 0, load: 0 },
    },
    floor: { routes: 20, tookMs: 200, doneMs, cpu: { service: 0, chains: 15, load: 5 } },
  };
}
