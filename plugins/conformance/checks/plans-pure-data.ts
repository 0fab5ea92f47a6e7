import { expect } from 'chai';
import { firstIssue } from '../../admission/show-found.ts';
import { planOutcomeShape } from '../../guard/boundary-shapes.ts';
import { type ConformanceCheck, doesNotApply } from '../check.ts';

export const plansPureData: ConformanceCheck = {
  title: "plans in pure data of the contract's shape",
  async run(bench) {
    const planned = await bench.planned();
    if (planned.length === 0) return doesNotApply;
    for (const { outcome } of planned) {
      expect(structuredClone(outcome), 'a copy of the plan').to.deep.equal(outcome);
      const read = planOutcomeShape.safeParse(outcome);
      expect(read.success ? null : firstIssue(read.error), 'what is wrong with the plan').to.equal(
        null,
      );
      expect(
        outcome.ok ? 'a plan' : outcome.reason,
        "an order at the quote's own minimum",
      ).to.equal('a plan');
    }
  },
};
