import { runFlags } from '../support/run-flags.ts';
import { type Devnet, startDevnet } from '@interline/devnet';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { crashRun, type CrashRunResult } from './crash-run.ts';
import { crashTable, dealtWords, violationLine } from './crash-table.ts';
import { crashTally, type SeededViolation } from './crash-tally.ts';
import { runChains, runPlan } from './run-plan.ts';
import type { DatabaseKind } from './run-store.ts';
import { type ServicePool, servicePool } from './service-pool.ts';

const help = `Kills the service with SIGKILL at 19 named points, brings it up again, and compares every unit.

  npm run test:crash                      200 runs, seeds 1 to 100, each on SQLite and on PostgreSQL
  npm run test:crash -- --runs 1000       so many, half of them on each
  npm run test:crash -- --on sqlite       seeds 1 to 200 on one of them: sqlite or postgres
  npm run test:crash -- --from 201        the next seeds
  npm run test:crash -- --seed 48,203     these again; INTERLINE_LOG=debug shows what the service says
  npm run test:crash -- --lanes 1         runs side by side, each on chains of its own; 3 by default
  npm run test:crash -- --json            progress on stderr, the figures as JSON on stdout

A seed decides the point and which time it counts, the transfers, who mines and how fast, what stands in the way of the
payouts, whether the service merges transactions, what weather the RPC backends have, and whether the service goes on
with an older copy of its store: by turns 28 seeds merge and 28 do not, half have weather, a tenth go back in time.
Seeds 1 to 27 visit every point. The exit code is 1 when anything was lost, paid twice, FAILED for no reason or out of
balance, and each such line names the seed that replays it.
`;

const values = runFlags(help, {
  runs: { type: 'string', default: '200' },
  from: { type: 'string', default: '1' },
  seed: { type: 'string' },
  on: { type: 'string', default: 'both' },
  lanes: { type: 'string', default: '3' },
  json: { type: 'boolean', default: false },
});

/**
 * A devnet's store is kept in memory, and what one run left behind must not be another's reason to
 * fail.
 */
const runsPerDevnet = 50;

interface Errand {
  readonly seed: number;
  readonly database: DatabaseKind;
}

await runAll();

async function runAll(): Promise<void> {
  const databases = databasesOf(values.on);
  const errands = errandsOf(databases);
  const progress = values.json ? process.stderr : process.stdout;
  const results: CrashRunResult[] = [];
  const faults: SeededViolation[] = [];
  const cut = new AbortController();
  // The runs under way are finished, so that nothing is left behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => cut.abort());
  const postgres = databases.includes('postgres') ? await startPostgres() : null;
  if (postgres === null && databases.includes('postgres'))
    throw new Error(
      'npm has no PostgreSQL for this platform: set DATABASE_URL, or say --on sqlite',
    );
  const lanes = Math.min(whole('lanes', values.lanes), errands.length);
  const pool = servicePool(lanes + 1);
  const next = errands[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: lanes }, () =>
      runLane(next, { pool, postgres, isCut: () => cut.signal.aborted }, (outcome) => {
        if ('plan' in outcome) results.push(outcome);
        else faults.push(outcome);
        progress.write(`${progressLine(outcome)}\n`);
      }),
    ),
  );
  await Promise.all([pool.close(), postgres?.stop()]);

  const tally = crashTally(results, faults);
  process.stdout.write(
    `${values.json ? JSON.stringify(tally, null, 2) : `\n${crashTable(tally)}`}\n`,
  );
  if (tally.violations.length > 0 || cut.signal.aborted) process.exitCode = 1;
}

interface LaneParts {
  readonly pool: ServicePool;
  readonly postgres: TestPostgres | null;
  readonly isCut: () => boolean;
}

/** One run after another on chains of its own, until no errand is left. */
async function runLane(
  errands: Iterator<Errand>,
  { pool, postgres, isCut }: LaneParts,
  onOutcome: (outcome: CrashRunResult | SeededViolation) => void,
): Promise<void> {
  let devnet: Devnet | null = null;
  let served = 0;
  for (let errand = errands.next(); errand.done !== true && !isCut(); errand = errands.next()) {
    const { seed, database } = errand.value;
    devnet ??= await startDevnet({ chainIds: runChains, port: 0 });
    const store = database === 'postgres' ? postgres : null;
    const outcome = await crashRun(seed, { devnet, pool, postgres: store }).catch(
      (error: unknown) => faultOf(errand.value, error),
    );
    if (isCut()) break;
    onOutcome(outcome);
    served += 1;
    if (served % runsPerDevnet === 0 || !('plan' in outcome) || outcome.violations.length > 0) {
      await devnet.stop();
      devnet = null;
    }
  }
  await devnet?.stop();
}

function faultOf({ seed, database }: Errand, error: unknown): SeededViolation {
  return {
    seed,
    database,
    point: runPlan(seed).point.name,
    kind: 'fault',
    what: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}

function progressLine(outcome: CrashRunResult | SeededViolation): string {
  if (!('plan' in outcome)) return violationLine(outcome);
  const { plan, database, isHit, deaths, ends, violations, slowestMoveMs, tookMs } = outcome;
  const [first] = plan.crashes;
  return [
    `${String(plan.seed).padStart(4)} ${database.padEnd(8)} ${plan.point.name.padEnd(29)} ${isHit ? 'killed' : 'not hit'} (${first?.nth} of ${plan.transfers.length}${deaths > 1 ? `, ${deaths} deaths` : ''})`,
    `${plan.scenario}, batching ${plan.batching}, ${plan.minesByHand ? 'mined by hand' : 'mined at once'}`,
    ...(plan.weather === null
      ? []
      : [
          `${plan.weather.backends} backends hostile for ${(plan.weather.clearsAfterMs / 1_000).toFixed(1)} s: ${dealtWords(outcome.dealt)}`,
        ]),
    ...(outcome.wasRestored ? [`back to commit ${plan.restoresCommit}`] : []),
    `${ends.done} delivered, ${ends.refunded} refunded, ${ends.untouched} untouched, ${ends.waiting} waiting`,
    `moved within ${Math.round(slowestMoveMs)} ms, ${(tookMs / 1_000).toFixed(1)} s${outcome.neededLonger ? ', needed longer' : ''}`,
    ...violations.map(
      (one) =>
        `\n     ${violationLine({ seed: plan.seed, database, point: plan.point.name, ...one })}`,
    ),
  ].join('; ');
}

function databasesOf(on: string): readonly DatabaseKind[] {
  switch (on) {
    case 'both':
      return ['sqlite', 'postgres'];
    case 'sqlite':
    case 'postgres':
      return [on];
    default:
      throw new Error(`--on wants sqlite, postgres or both; got ${JSON.stringify(on)}`);
  }
}

/** Every seed on each database, so that a difference between them shows. */
function errandsOf(databases: readonly DatabaseKind[]): readonly Errand[] {
  const seeds =
    values.seed === undefined
      ? seedsFrom(
          whole('from', values.from),
          Math.ceil(whole('runs', values.runs) / databases.length),
        )
      : values.seed.split(',').map((seed) => whole('seed', seed));
  return seeds.flatMap((seed) => databases.map((database) => ({ seed, database })));
}

function seedsFrom(from: number, runs: number): readonly number[] {
  return Array.from({ length: runs }, (_, index) => from + index);
}

function whole(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0)
    throw new Error(`--${name} wants a whole number; got ${JSON.stringify(text)}`);
  return value;
}
