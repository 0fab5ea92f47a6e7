import { expect } from 'chai';
import { allowedTargets } from '../../guard/allowed-targets.ts';
import { planViolation } from '../../guard/read-plan.ts';
import { type ConformanceCheck, doesNotApply } from '../check.ts';

export const plansWithinItsRights: ConformanceCheck = {
  title: "plans only what its manifest gives it a right to, for the order's own money",
  async run(bench) {
    const { manifest } = bench;
    const seat = bench.seat();
    const { tokens, price, relayer } = seat.world.context;
    const planned = await bench.planned(seat);
    if (planned.length === 0) return doesNotApply;
    for (const { order, outcome } of planned) {
      if (outcome.ok)
        expect(
          planViolation(
            outcome.value,
            { ...order, minOutput: 0n as typeof order.minOutput },
            manifest,
            { tokens, price, own: [relayer], targets: allowedTargets(manifest) },
          ),
          'what is wrong with the plan',
        ).to.equal(null);
    }
  },
};
