import { randomInt } from 'node:crypto';
import { config, expect } from 'chai';
import fc from 'fast-check';
import { auditHarness, auditSettled, settleHarness } from '../support/model/audit-harness.ts';
import { modelHarness } from '../support/model/model-harness.ts';
import { type ModelStep, modelSteps, takeStep } from '../support/model/model-steps.ts';

// A difference is shown whole.
config.truncateThreshold = 0;

/**
 * More for a long look: FLOAT_RUNS=2000. What a failure prints is replayed with FLOAT_SEED and
 * FLOAT_PATH; the seed stands in the titles, because a run that never ends prints nothing.
 */
const { FLOAT_RUNS, FLOAT_SEED, FLOAT_PATH: path } = process.env;

/**
 * A suite: the books of the float in that many lives of the model, for each depth; random ones
 * where no seed is given.
 */
export function describeModelFloat(runs: number, given = randomInt(2 ** 31)): void {
  const seed = Number(FLOAT_SEED ?? given);
  describe('the float, whatever requests, payers, recipients, nodes and chains do,', () => {
    const ends = new Map<string, number>();

    for (const [confirmations, promise] of [
      [13, 'is never promised twice where a confirmation is deeper than any reorg'],
      [
        1,
        'loses nothing to reorgs where one confirmation has to do, and is exact again with the next reading',
      ],
    ] as const) {
      it(`${promise}, seed ${seed}`, async function () {
        if (FLOAT_RUNS !== undefined) this.timeout(0);
        await fc.assert(
          fc.asyncProperty(modelSteps, async (steps) => {
            for (const end of await endsOf(steps, confirmations))
              ends.set(end, (ends.get(end) ?? 0) + 1);
          }),
          {
            numRuns: Number(FLOAT_RUNS ?? runs),
            seed,
            ...(path === undefined ? {} : { path }),
          },
        );
      });
    }

    it('was tried in every way', function () {
      if (ends.size === 0) this.skip();
      for (const end of ['DELIVERED', 'REFUNDED', 'NOT_PULLED', 'INSUFFICIENT_FLOAT'])
        expect(ends.get(end), end).to.be.greaterThan(0);
    });
  });
}

/** Stages of the routes and codes of the refusals, once the books were right after each step. */
async function endsOf(
  steps: readonly ModelStep[],
  confirmations: number,
): Promise<readonly string[]> {
  const harness = await modelHarness(confirmations);
  try {
    for (const step of steps) {
      await takeStep(harness, step);
      expect(await auditHarness(harness), JSON.stringify(step)).to.deep.equal([]);
    }
    await settleHarness(harness);
    const { wrong, stages } = await auditSettled(harness);
    expect(wrong).to.deep.equal([]);
    return [...stages, ...harness.refusals];
  } finally {
    await harness.close();
  }
}
