import { expect } from 'chai';
import { never } from '../bench.ts';
import type { ConformanceCheck } from '../check.ts';

export const touchesOnlyItsContext: ConformanceCheck = {
  title: 'asks its host for nothing but what the context offers, custody least of all',
  async run(bench) {
    const seat = bench.seat();

    await bench.planned(seat);
    for (const ref of await bench.refs()) await seat.rail.track(ref, never());
    await seat.rail.health(never());

    expect(seat.world.strayReads, 'read off the context').to.deep.equal([]);
  },
};
