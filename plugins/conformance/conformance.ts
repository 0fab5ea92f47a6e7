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

export interface ConformanceReport {
  readonly passed: readonly string[];
  readonly failed: readonly { readonly title: string; readonly message: string }[];
  readonly skipped: readonly string[];
}

/** Runs the contract suite without mocha, for tools and for the tests of the suite itself. */
export async function runConformance(
  makeRail: MakeRail,
  cases: ConformanceCases,
): Promise<ConformanceReport> {
  const passed: string[] = [];
  const failed: { title: string; message: string }[] = [];
  const skipped: string[] = [];
  for (const { title, run } of conformanceChecks) {
    try {
      const outcome = await run(new Bench(makeRail, cases));
      (outcome === doesNotApply ? skipped : passed).push(title);
    } catch (error) {
      failed.push({ title, message: error instanceof Error ? error.message : String(error) });
    }
  }
  return { passed, failed, skipped };
}
