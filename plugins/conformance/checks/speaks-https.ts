import { expect } from 'chai';
import type { ConformanceCheck } from '../check.ts';

const ownMachine: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

export const speaksHttps: ConformanceCheck = {
  title: 'speaks https with every upstream that is not on its own machine',
  async run(bench) {
    const seat = bench.seat();

    await bench.exercise(seat);

    const plain = seat.world.outbound
      .map(({ url }) => new URL(url))
      .filter(({ protocol, hostname }) => protocol !== 'https:' && !ownMachine.includes(hostname));
    expect(plain.map(({ origin }) => origin)).to.deep.equal([]);
  },
};
