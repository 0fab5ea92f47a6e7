import { runFlags } from '../support/run-flags.ts';
import { startPostgres } from '../support/postgres.ts';
import { type FleetPlan, fleetRun } from './fleet-run.ts';
import { retakenWithinMs } from './retaken-after.ts';

const help = `Runs several instances on one PostgreSQL, kills or freezes a worker while routes run, and counts what became of each.

  npm run test:fleet                            200 routes, 2 http instances, 3 workers
  npm run test:fleet -- --routes 60 --seed 7    so many; the seed says which worker dies, and when
  npm run test:fleet -- --batching               with transactions merged
  npm run test:fleet -- --frozen                the worker is stopped instead, and goes on when everything is over
  npm run test:fleet -- --runs 10               again with the next seeds

PostgreSQL is npm's own, or the one DATABASE_URL names. The exit code is 1 when a route was lost, paid twice, paid
wrongly or not ended, or an orphan waited longer than its lease.
`;

const values = runFlags(help, {
  routes: { type: 'string', default: '200' },
  http: { type: 'string', default: '2' },
  workers: { type: 'string', default: '3' },
  batching: { type: 'boolean', default: false },
  frozen: { type: 'boolean', default: false },
  seed: { type: 'string', default: '1' },
  runs: { type: 'string', default: '1' },
});

await runAll();

async function runAll(): Promise<void> {
  const postgres = await startPostgres();
  if (postgres === null)
    throw new Error(
      `npm has no PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL`,
    );
  try {
    for (let run = 0; run < Number(values.runs); run += 1) {
      const plan: FleetPlan = {
        transfers: Number(values.routes),
        httpInstances: Number(values.http),
        workers: Number(values.workers),
        isBatched: values.batching,
        fate: values.frozen ? 'frozen' : 'killed',
        seed: Number(values.seed) + run,
      };
      const { tookMs, slowestRetakenMs, orphans, ends, accepted, batches, ...wrong } =
        await fleetRun(plan, postgres);
      const isFine =
        ends['DONE'] === accepted &&
        accepted === plan.transfers &&
        slowestRetakenMs <= retakenWithinMs &&
        Object.values(wrong).every((list) => list.length === 0);
      console.log(
        `seed ${plan.seed}: ${accepted} accepted, ${JSON.stringify(ends)}, ${wrong.lost.length} lost, ${wrong.duplicates.length} paid twice, ${wrong.wrong.length} paid wrongly, ${wrong.gaps.length} nonce gaps, ${batches} batches; ` +
          `${orphans} jobs of the ${plan.fate} worker, the last taken up after ${(slowestRetakenMs / 1_000).toFixed(1)} s; ${(tookMs / 1_000).toFixed(1)} s in all${isFine ? '' : `\n${JSON.stringify(wrong)}`}`,
      );
      if (!isFine) process.exitCode = 1;
    }
  } finally {
    await postgres.stop();
  }
}
