import { expect } from 'chai';
import type { ConformanceCheck } from '../check.ts';

const maxDeadlineMs = 60_000;

export const boundsItsRequests: ConformanceCheck = {
  title: 'gives every request to an upstream a deadline of a minute at most',
  async run(bench) {
    const seat = bench.seat();
    await bench.exercise(seat);

    for (const { deadlineMs } of seat.world.outbound) {
      expect(deadlineMs, 'deadlineMs')
        .to.be.a('number')
        .that.is.above(0)
        .and.at.most(maxDeadlineMs);
    }
  },
};
