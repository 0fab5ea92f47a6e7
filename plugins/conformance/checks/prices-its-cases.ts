import { expect } from 'chai';
import type { ConformanceCheck } from '../check.ts';

export const pricesItsCases: ConformanceCheck = {
  title: 'prices the requests it is tested with',
  async run(bench) {
    expect(
      new Set(bench.cases.requests.map(({ amount, lane }) => `${lane.from} ${lane.to} ${amount}`))
        .size,
      'different requests among the cases',
    ).to.be.at.least(2);
    for (const { request, offers } of await bench.quoted()) {
      const reasons = offers.map(({ outcome }) => (outcome.ok ? 'priced' : outcome.reason));
      expect(reasons, `${request.lane.from} to ${request.lane.to}, ${request.amount}`).to.include(
        'priced',
      );
    }
  },
};
