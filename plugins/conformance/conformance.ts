import { Bench } from './bench.ts';
import type { ConformanceCases, MakeRail } from './cases.ts';
import { doesNotApply } from './check.ts';
import { conformanceChecks } from './conformance-checks.ts';

/** Declares the contract suite for a rail in a mocha test file. */
export function conformance(name: string, makeRail: MakeRail, cases: ConformanceCases): void {
  describe(`the rail contract, kept by ${name}`, () => {
    for (const check of conformanceChecks) {
      it(check.title, async function () {
        const outcome = await check.run(new Bench(makeRail, cases));
        if (outcome === doesNotApply) this.skip();
      });
    }
  });
}
