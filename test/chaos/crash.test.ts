import { expect } from 'chai';
import { type Devnet, startDevnet } from '@interline/devnet';
import { postgresOrSkip } from '../support/postgres.ts';
import { crashPoints } from './crash-points.ts';
import { crashRun } from './crash-run.ts';
import { everyPoint } from './crash-seeds.ts';
import { runChains, runPlan } from './run-plan.ts';
import { type ServicePool, servicePool } from './service-pool.ts';

/**
 * A run whose transactions go out alone, and one before hostile RPC nodes whose transactions are
 * merged. `npm run test:slow` visits every point.
 */
const seeds = [2, 16];

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

  it('loses nothing and pays nothing twice on PostgreSQL, before hostile RPC nodes, when an older copy of its store is put back, seed 4', async function () {
    const postgres = await postgresOrSkip(this);
    try {
      const { wasRestored, dealt, violations } = await crashRun(4, { devnet, pool, postgres });

      expect({ wasRestored, violations }).to.deep.equal({ wasRestored: true, violations: [] });
      expect(dealt.lag ?? 0).to.be.greaterThan(0);
    } finally {
      await postgres.stop();
    }
  });

  it('runs against hostile RPC nodes in half of the seeds, and goes back in time in each tenth', () => {
    const plans = Array.from({ length: 100 }, (_, index) => runPlan(index + 1));

    expect(plans.filter(({ weather }) => weather !== null)).to.have.length(47);
    expect(plans.filter(({ restoresCommit }) => restoresCommit !== null)).to.have.length(10);
    expect(runPlan(4)).to.deep.include({ restoresCommit: 5 });
  });

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
