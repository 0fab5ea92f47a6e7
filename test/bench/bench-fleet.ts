import { availableParallelism } from 'node:os';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { benchCommand, progress } from './bench-command.ts';
import { type FleetFigures, fleetFigures } from './fleet/fleet-summary.ts';
import { fleetTable, verdictOf } from './fleet/fleet-table.ts';
import { type FleetPlan, type FleetSeen, measureFleet } from './fleet/measure-fleet.ts';
import { throughPooler } from './fleet/through-pooler.ts';
import { stoppedWithBench } from './scene/stopping.ts';

const usage = `Usage: npm run bench:fleet -- [--quick] [--json]

Routes a second of one process that takes requests and 1, 2 or 4 workers on one PostgreSQL that keeps what it commits:
statements and broken-off transactions a route, connections, what CPU is spent on and what the database waits for. Then
two workers through PgBouncer in session mode, where the machine has one (Debian: apt-get install pgbouncer). PostgreSQL
is npm's, or the one that DATABASE_URL names.

  --quick  one round of few routes instead of three
  --json   one JSON object instead of the tables
  --help   this text`;

const fleets = [1, 2, 4];
const pooledWorkers = 2;
const full = { rounds: 3, routes: 128, warmup: 48, clients: 16 };
const short = { rounds: 1, routes: 64, warmup: 32, clients: 16 };

await benchCommand(usage, ['quick', 'json'], async ({ quick, json }) => {
  const plan = quick ? short : full;
  const started = await startPostgres({ isDurable: true });
  if (started === null)
    throw new Error(
      `npm has no PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL`,
    );
  const postgres = stoppedWithBench(started);
  try {
    const direct = await inTurns(postgres, plan);
    const least = direct.get(fleets[0] ?? 1) ?? [];
    const pooled = await throughPooler(postgres, (way) =>
      measureFleet(postgres, { ...plan, workers: pooledWorkers }, way),
    );
    const figures: FleetFigures[] = [
      ...[...direct.values()].map((rounds) => fleetFigures('direct', rounds, least)),
      ...(pooled.kind === 'measured'
        ? [fleetFigures('PgBouncer, session mode', [pooled.seen], least)]
        : []),
    ];
    const cores = availableParallelism();
    const pooler = pooled.kind === 'measured' ? pooled.version : pooled.reason;
    const { routes, clients } = plan;
    console.log(
      json
        ? JSON.stringify(
            {
              bench: 'fleet',
              node: process.version,
              cores,
              routes,
              clients,
              figures,
              pooler,
              verdict: verdictOf(figures, cores),
            },
            null,
            2,
          )
        : `${fleetTable(figures, { cores, clients, routes })}\nPooler: ${pooler}`,
    );
    if (figures.some(({ failures }) => failures.length > 0)) process.exitCode = 1;
  } finally {
    await postgres.stop();
  }
});

/** By workers. There and back, so that no fleet always comes first. */
async function inTurns(
  postgres: TestPostgres,
  plan: Omit<FleetPlan, 'workers'> & { readonly rounds: number },
): Promise<ReadonlyMap<number, readonly FleetSeen[]>> {
  const seen = new Map<number, FleetSeen[]>(fleets.map((workers) => [workers, []]));
  for (let round = 0; round < plan.rounds; round += 1)
    for (const workers of round % 2 === 0 ? fleets : fleets.toReversed()) {
      const one = await measureFleet(postgres, { ...plan, workers });
      progress(
        `round ${round + 1} of ${plan.rounds}, ${workers} workers: ${one.perSec.toFixed(1)} routes/s`,
      );
      seen.get(workers)?.push(one);
    }
  return seen;
}
