import { expect } from 'chai';
import type { ConformanceCheck } from '../check.ts';

export const bigintOnly: ConformanceCheck = {
  title: 'writes every quantity as a bigint, from zero to 2^256 - 1',
  async run(bench) {
    for (const { offers } of await bench.quoted()) {
      for (const { outcome } of offers)
        if (outcome.ok) expectUnits(outcome.value, ['input', 'output', 'minOutput', 'fee']);
    }
    for (const { outcome } of await bench.planned()) {
      if (!outcome.ok) continue;
      expectUnits(outcome.value, ['output', 'fee']);
      for (const step of outcome.value.steps)
        expectUnits(
          step,
          ['units', 'value'].filter((name) => name in step),
        );
      for (const charge of outcome.value.charges) expectUnits(charge, ['units', 'limit']);
    }
  },
};

function expectUnits(holder: object, names: readonly string[]): void {
  for (const name of names) {
    const value: unknown = (holder as Record<string, unknown>)[name];
    expect(value, name).to.be.a('bigint');
    expect(
      (value as bigint) >= 0n && (value as bigint) < 1n << 256n,
      `${name} from zero to 2^256 - 1`,
    ).to.equal(true);
  }
}
