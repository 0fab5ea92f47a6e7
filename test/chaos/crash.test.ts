import { expect } from 'chai';
import { type Devnet, startDevnet } from '@interline/devnet';
import { crashPoints } from './crash-points.ts';
import { crashRun } from './crash-run.ts';
import { everyPoint } from './crash-seeds.ts';
import { runChains, runPlan } from './run-plan.ts';
import { type ServicePool, servicePool } from './service-pool.ts';

/** Two runs whose transactions go out alone, and two whose transactions are merged. */
const seeds = [1, 2, 16, 20];

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
      const { isHit, violations: wrong } = await crashRun(seed, { devnet, pool });

      expect({ isHit, wrong }).to.deep.equal({ isHit: true, wrong: [] });
    });
  }

  it('is killed at each of the 19 points by the seeds of `npm run test:slow`', () => {
    const visited = new Set(everyPoint.map((seed) => runPlan(seed).point.name));

    expect(crashPoints.map(({ name }) => name).filter((name) => !visited.has(name))).to.deep.equal(
      [],
    );
    expect(visited.size).to.equal(19);
    expect(seeds.filter((seed) => !everyPoint.includes(seed))).to.deep.equal([]);
  });

  // It dies before its first payout: each life forgets once.
  it('is found out when it pays twice', async () => {
    const { plan, violations } = await crashRun(3, { devnet, pool, paysTwice: true });

    const twice = violations.filter(({ kind }) => kind === 'paid-twice').map(({ what }) => what);
    expect(twice).to.deep.equal(
      plan.transfers.map((_, index) => `transfer ${index}: 2 payouts and 0 refunds left the float`),
    );
  });
});
