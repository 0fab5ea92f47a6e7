import { noUnits } from '@interline/kernel';
import { expect } from 'chai';
import { allowedTargets } from '../../guard/allowed-targets.ts';
import { coinRefusal } from '../../guard/coin-refusal.ts';
import { planViolation } from '../../guard/read-plan.ts';
import { never } from '../bench.ts';
import { type ConformanceCheck, doesNotApply } from '../check.ts';

export const plansWithinItsRights: ConformanceCheck = {
  title: "plans only what its manifest gives it a right to, for the order's own money",
  async run(bench) {
    const { manifest } = bench;
    const seat = bench.seat();
    const { tokens, price, relayer } = seat.world.context;
    const planned = await bench.planned(seat);
    if (planned.length === 0) return doesNotApply;
    const host = { tokens, price, own: [relayer], targets: allowedTargets(manifest) };
    for (const { order, outcome } of planned) {
      if (!outcome.ok) continue;
      const asked = { ...order, minOutput: noUnits };
      expect(
        planViolation(outcome.value, asked, manifest, host),
        'what is wrong with the plan',
      ).to.equal(null);
      expect(
        await coinRefusal(manifest.id, outcome.value, asked, host, never()),
        'the coin that its calls carry',
      ).to.equal(null);
    }
  },
};
