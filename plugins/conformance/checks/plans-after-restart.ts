import { expect } from 'chai';
import { never } from '../bench.ts';
import { type ConformanceCheck, doesNotApply } from '../check.ts';

export const plansAfterRestart: ConformanceCheck = {
  title: 'plans a quote, and tracks a transfer, that it was told of before a restart',
  async run(bench) {
    const firm = await bench.firm();
    const refs = await bench.refs();
    if (firm.length === 0 && refs.length === 0) return doesNotApply;
    const { rail } = bench.seat();
    for (const { order, quote } of firm) {
      const outcome = await rail.plan(order, JSONCopyOf(quote), never());
      expect(
        outcome.ok ? 'a plan' : outcome.reason,
        "the plan of another instance's quote",
      ).to.equal('a plan');
    }
    for (const ref of refs) expect((await rail.track(ref, never())).status).to.be.a('string');
  },
};

/** As restored from a store: the memo has been through JSON. */
function JSONCopyOf<T extends { readonly memo: unknown }>(quote: T): T {
  return { ...quote, memo: JSON.parse(JSON.stringify(quote.memo)) as T['memo'] };
}
