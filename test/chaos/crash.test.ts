import { expect } from 'chai';
import { type Devnet, startDevnet } from '@interline/devnet';
import { crashPoints } from './crash-points.ts';
import { crashRun } from './crash-run.ts';
import { runChains, runPlan } from './run-plan.ts';
import { type ServicePool, servicePool } from './service-pool.ts';

/** `npm run test:crash` goes on where these end. */
const seeds = Array.from({ length: 20 }, (_, index) => index + 1);

describe('a service that is killed with SIGKILL', function () {
  this.timeout(60_000);
  let devnet: Devnet;
  let pool: ServicePool;
  before(async () => {
    pool = servicePool();
    devnet = await startDevnet({ chainIds: runChains });
  });
  after(() => Promise.all([pool.close(), devnet.stop()]));

  for (const { seed, point, scenario } of seeds.map(runPlan)) {
    it(`loses nothing and pays nothing twice: ${point.name}, ${scenario}, seed ${seed}`, async () => {
      const { isHit, violations } = await crashRun(seed, { devnet, pool });

      expect({ isHit, violations }).to.deep.equal({ isHit: true, violations: [] });
    });
  }

  it('is killed at each of the 14 points by these seeds', () => {
    const visited = new Set(seeds.map((seed) => runPlan(seed).point.name));

    expect(crashPoints.map(({ name }) => name).filter((name) => !visited.has(name))).to.deep.equal([]);
    expect(visited.size).to.equal(14);
  });

  it('is found out when it pays twice', async () => {
    const { plan, violations } = await crashRun(3, { devnet, pool, paysTwice: true });

    const twice = violations.filter(({ kind }) => kind === 'paid-twice').map(({ what }) => what);
    expect(twice).to.deep.equal(plan.transfers.map((_, index) => `transfer ${index}: 2 payouts and 0 refunds left the float`));
  });
});
