import { expect } from 'chai';
import { scriptedRail } from '../testing/scripted-rail.ts';
import { testRequest } from '../testing/test-request.ts';
import { usdcOnArbitrum, usdcOnBase, usdcOnBnb } from '../testing/test-tokens.ts';
import { conformanceChecks } from './conformance-checks.ts';
import { conformance, runConformance } from './conformance.ts';
import { plantedFaults } from './faults/planted-faults.ts';
import { soundCases, soundRail } from './faults/sound-rail.ts';

const dollars = [usdcOnBase, usdcOnArbitrum, usdcOnBnb];

conformance('the sound rail', soundRail, soundCases);

conformance('the scripted rail', () => scriptedRail(), {
  requests: [testRequest({ units: 1_000_000n }), testRequest({ units: 2_000_000n })],
  // It prices everything one to one, which is right for dollars only.
  world: () => ({
    tokens: { on: (chain) => dollars.filter((token) => token.chain === chain) },
  }),
});

describe('the conformance suite', () => {
  it('finds nothing wrong with a sound rail', async () => {
    const { passed, failed, skipped } = await runConformance(soundRail, soundCases);

    expect({ failed, skipped }).to.deep.equal({ failed: [], skipped: [] });
    expect(passed).to.have.lengthOf(conformanceChecks.length);
  });

  for (const { name, found, make } of plantedFaults) {
    it(`finds ${name}`, async () => {
      const { failed } = await runConformance(make, soundCases);

      expect(failed.map(({ title }) => title)).to.deep.equal(found);
    });
  }

  it('has a planted fault for every sentence of the contract', () => {
    const titles = conformanceChecks.map(({ title }) => title);
    const proven = new Set(plantedFaults.flatMap(({ found }) => found));

    expect(titles.filter((title) => !proven.has(title))).to.deep.equal([]);
    expect(plantedFaults).to.have.length.at.least(12);
  });
});
