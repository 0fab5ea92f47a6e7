import { expect } from 'chai';
import { type Devnet, startDevnet } from '@interline/devnet';
import { crashPoints } from './crash-points.ts';
import { crashRun } from './crash-run.ts';
import { runChains, runPlan } from './run-plan.ts';
import { type ServicePool, servicePool } from './service-pool.ts';

/**
 * The points of unmerged runs, then those that batches add, and a delegation under way (17); `npm
 * run test:crash` has them all.
 */
const seeds = [...Array.from({ length: 14 }, (_, index) => index + 1), 16, 17, 20, 21, 24, 26, 27];

describe('a service that is killed with SIGKILL', () => {
  let devnet: Devnet;
  let pool: ServicePool;
  before(async () => {
    pool = servicePool();
    devnet = await startDevnet({ chainIds: runChains });
  });
  after(() => Promise.all([pool.close(), devnet.stop()]));

  for (const { seed, point, scenario, batching } of seeds.map(runPlan)) {
    it(`loses nothing and pays nothing twice: ${point.name}, ${scenario}, batching ${batching}, seed ${seed}`, async () => {
      const { isHit, violations } = await crashRun(seed, { devnet, pool });

      expect({ isHit, violations }).to.deep.equal({ isHit: true, violations: [] });
    });
  }

  it('is killed at each of the 19 points by these seeds', () => {
    const visited = new Set(seeds.map((seed) => runPlan(seed).point.name));

    expect(crashPoints.map(({ name }) => name).filter((name) => !visited.has(name))).to.deep.equal(
      [],
    );
    expect(visited.size).to.equal(19);
  });

  // Both die before their first payout: each life forgets once.
  for (const { seed, batching } of [3, 203].map(runPlan)) {
    it(`is found out when it pays twice, batching ${batching}`, async () => {
      const { plan, violations } = await crashRun(seed, { devnet, pool, paysTwice: true });

      const twice = violations.filter(({ kind }) => kind === 'paid-twice').map(({ what }) => what);
      expect(twice).to.deep.equal(
        plan.transfers.map(
          (_, index) => `transfer ${index}: 2 payouts and 0 refunds left the float`,
        ),
      );
    });
  }
});
