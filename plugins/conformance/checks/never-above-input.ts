import { expect } from 'chai';
import { isAboveInput } from '../../guard/read-offers.ts';
import type { ConformanceCheck } from '../check.ts';

export const neverAboveInput: ConformanceCheck = {
  title: 'never quotes more than goes in where both tokens are one asset',
  async run(bench) {
    for (const { request, offers } of await bench.quoted()) {
      for (const { outcome } of offers) {
        if (!outcome.ok) continue;
        expect(
          isAboveInput(request, outcome.value.output),
          `${outcome.value.output} out of ${request.amount}`,
        ).to.equal(false);
      }
    }
  },
};
