import { expect } from 'chai';
import fc from 'fast-check';
import type { ScheduleGrid } from './primitive.ts';
import { dueAt, ticksDue } from './schedule.ts';

const startAtMs = 1_800_000_000_000;
const thrice: ScheduleGrid = { startAtMs, everyMs: 10_000, count: 3 };
const once: ScheduleGrid = { startAtMs, everyMs: null, count: 1 };
const endless: ScheduleGrid = { startAtMs, everyMs: 10_000, count: null };

describe('the grid of a schedule', () => {
  it('has its ticks a period apart from the start, up to its count', () => {
    expect([0, 1, 2, 3].map((tick) => dueAt(thrice, tick))).to.deep.equal([
      startAtMs,
      1_800_000_010_000,
      1_800_000_020_000,
      null,
    ]);
    expect([0, 1].map((tick) => dueAt(once, tick))).to.deep.equal([startAtMs, null]);
    expect(dueAt(endless, 1_000_000)).to.equal(1_810_000_000_000);
  });

  it('counts what is due, to the millisecond', () => {
    expect(
      [-1, 0, 9_999, 10_000, 20_000, 90_000].map((ms) => ticksDue(thrice, 0, startAtMs + ms)),
    ).to.deep.equal([0, 1, 1, 2, 3, 3]);
    expect([9_999, 10_000, 20_000].map((ms) => ticksDue(thrice, 1, startAtMs + ms))).to.deep.equal([
      0, 1, 2,
    ]);
    expect([
      ticksDue(thrice, 3, startAtMs + 90_000),
      ticksDue(once, 0, startAtMs + 90_000),
      ticksDue(once, 1, startAtMs + 90_000),
    ]).to.deep.equal([0, 1, 0]);
    expect(ticksDue(endless, 0, startAtMs + 10_000_000)).to.equal(1_001);
  });

  it('has as many due as one finds by walking it', () => {
    const grids = fc.record({
      startAtMs: fc.constant(startAtMs),
      everyMs: fc.constantFrom(10_000, 11_001, 60_000),
      count: fc.option(fc.integer({ min: 1, max: 20 })),
    });

    fc.assert(
      fc.property(
        grids,
        fc.nat(25),
        fc.integer({ min: -20_000, max: 400_000 }),
        (grid, tick, ms) => {
          let walked = 0;
          for (let at = tick; (dueAt(grid, at) ?? Infinity) <= startAtMs + ms; at += 1) walked += 1;

          expect(ticksDue(grid, tick, startAtMs + ms)).to.equal(walked);
        },
      ),
      { numRuns: 300 },
    );
  });
});
