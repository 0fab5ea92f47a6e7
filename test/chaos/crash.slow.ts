import { expect } from 'chai';
import { type Devnet, startDevnet } from '@interline/devnet';
import { crashRun } from './crash-run.ts';
import { everyPoint } from './crash-seeds.ts';
import { runChains, runPlan } from './run-plan.ts';
import { type ServicePool, servicePool } from './service-pool.ts';

describe('a service that is killed with SIGKILL at each of the 19 points', () => {
  let devnet: Devnet;
  let pool: ServicePool;
  before(async () => {
    pool = servicePool();
    devnet = await startDevnet({ chainIds: runChains });
  });
  after(() => Promise.all([pool.close(), devnet.stop()]));

  for (const { seed, point, scenario, batching } of everyPoint.map(runPlan)) {
    it(`loses nothing and pays nothing twice: ${point.name}, ${scenario}, batching ${batching}, seed ${seed}`, async () => {
      const { isHit, violations: wrong } = await crashRun(seed, { devnet, pool });

      expect({ isHit, wrong }).to.deep.equal({ isHit: true, wrong: [] });
    });
  }

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
