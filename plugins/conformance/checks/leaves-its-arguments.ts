import { expect } from 'chai';
import { never } from '../bench.ts';
import type { ConformanceCheck } from '../check.ts';

export const leavesItsArguments: ConformanceCheck = {
  title: 'leaves its arguments as they were',
  async run(bench) {
    const { rail } = bench.seat();
    for (const { request } of await bench.quoted()) {
      const given = structuredClone(request);
      await rail.offers(given, never());
      expect(given, 'the request after offers').to.deep.equal(request);
    }
    for (const { order, quote } of await bench.firm()) {
      const given = { order: structuredClone(order), quote: structuredClone(quote) };
      await rail.plan(given.order, given.quote, never());
      expect(given, 'order and quote after plan').to.deep.equal({ order, quote });
    }
  },
};
