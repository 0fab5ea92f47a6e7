import { expect } from 'chai';
import type { ConformanceCheck } from '../check.ts';

export const onePriceAtOneTime: ConformanceCheck = {
  title: 'gives one price while the clock stands still, by any caller and however often',
  async run(bench) {
    const seat = bench.seat();

    const first = await bench.quoted(seat);
    const again = await bench.quoted(seat);
    const elsewhere = await bench.quoted();

    expect(again).to.deep.equal(first);
    expect(elsewhere).to.deep.equal(first);
  },
};
