import { expect } from 'chai';
import type { ConformanceCheck } from '../check.ts';

export const ownWays: ConformanceCheck = {
  title: 'makes at most one offer for each of its own ways, under that name',
  async run(bench) {
    const { ways } = bench.manifest;
    for (const { offers } of await bench.quoted()) {
      const names = offers.map(({ rail }) => rail);
      expect(ways).to.include.members(names);
      expect(names, 'each way once').to.have.lengthOf(new Set(names).size);
      for (const { rail, outcome } of offers)
        if (outcome.ok) expect(outcome.value.rail, 'the name in the quote').to.equal(rail);
    }
  },
};
