import { asUnits } from '@interline/kernel';
import { never } from '../bench.ts';
import { type ConformanceCheck, doesNotApply } from '../check.ts';
import { expect } from 'chai';

export const refusesBelowAgreed: ConformanceCheck = {
  title: 'refuses to plan below the agreed output, and plans exactly at it',
  async run(bench) {
    const seat = bench.seat();
    const { rail } = seat;
    const planned = await bench.planned(seat);
    if (rail.manifest.minOut !== 'enforced' || planned.length === 0) return doesNotApply;
    for (const { order, quote, outcome } of planned) {
      if (!outcome.ok) continue;
      const { output } = outcome.value;

      const at = await rail.plan({ ...order, minOutput: output }, quote, never());
      const below = await rail.plan({ ...order, minOutput: asUnits(output + 1n) }, quote, never());

      expect(at.ok ? 'a plan' : at.reason, `agreed ${output}, which it plans`).to.equal('a plan');
      expect(
        below.ok ? 'a plan' : below.code,
        `agreed ${output + 1n}, one unit more than it plans`,
      ).to.equal('BELOW_AGREED_OUTPUT');
    }
  },
};
