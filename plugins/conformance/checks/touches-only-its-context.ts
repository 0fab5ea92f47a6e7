import { expect } from 'chai';
import type { ConformanceCheck } from '../check.ts';

export const touchesOnlyItsContext: ConformanceCheck = {
  title: 'asks its host for nothing but what the context offers, custody least of all',
  async run(bench) {
    const seat = bench.seat();

    await bench.exercise(seat);

    expect(seat.world.strayReads, 'read off the context').to.deep.equal([]);
  },
};
