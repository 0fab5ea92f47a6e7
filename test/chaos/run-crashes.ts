import { parseArgs } from 'node:util';
import { type Devnet, startDevnet } from '@interline/devnet';
import { crashRun, type CrashRunResult } from './crash-run.ts';
import { crashTable, violationLine } from './crash-table.ts';
import { crashTally, type SeededViolation } from './crash-tally.ts';
import { runChains, runPlan } from './run-plan.ts';
import { type ServicePool, servicePool } from './service-pool.ts';

const help = `Kills the service with SIGKILL at 19 named points, brings it up again, and compares every unit.

  npm run test:crash                      200 runs, seeds 1 to 200
  npm run test:crash -- --runs 28         so many
  npm run test:crash -- --from 201        the next 200
  npm run test:crash -- --seed 48         one run again; INTERLINE_LOG=debug shows what the service says
  npm run test:crash -- --json            progress on stderr, the figures as JSON on stdout

A seed decides the point and which time it counts, the transfers, who mines and how fast, what stands in the way of the
payouts, and whether the service merges transactions: by turns 28 seeds do and 28 do not. Seeds 1 to 27 visit every
point. The exit code is 1 when anything was lost, paid twice, FAILED for no reason, out of balance or slow to move, and
each such line names the seed that replays it.
`;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/**
 * A devnet's ledger is kept in memory, and what one run left behind must not be another's reason to
 * fail.
 */
const runsPerDevnet = 50;

if (values.help) process.stdout.write(help);
else await runAll();

async function runAll(): Promise<void> {
  const seeds =
    values.seed === undefined
      ? seedsFrom(whole('from', values.from), whole('runs', values.runs))
      : [whole('seed', values.seed)];
  const progress = values.json ? process.stderr : process.stdout;
  const results: CrashRunResult[] = [];
  const faults: SeededViolation[] = [];
  const cut = new AbortController();
  // The run under way is finished, so that nothing is left behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => cut.abort());
  const pool = servicePool();
  let devnet: Devnet | null = null;
  let served = 0;
  for (const seed of seeds) {
    if (cut.signal.aborted) break;
    devnet ??= await startDevnet({ chainIds: runChains });
    const outcome = await runOrFault(seed, devnet, pool);
    if (cut.signal.aborted) break;
    if ('plan' in outcome) results.push(outcome);
    else faults.push(outcome);
    progress.write(`${progressLine(outcome)}\n`);
    served += 1;
    if (served % runsPerDevnet === 0 || !('plan' in outcome) || outcome.violations.length > 0) {
      await devnet.stop();
      devnet = null;
    }
  }
  await Promise.all([pool.close(), devnet?.stop()]);

  const tally = crashTally(results, faults);
  process.stdout.write(
    `${values.json ? JSON.stringify(tally, null, 2) : `\n${crashTable(tally)}`}\n`,
  );
  if (tally.violations.length > 0 || cut.signal.aborted) process.exitCode = 1;
}

async function runOrFault(
  seed: number,
  devnet: Devnet,
  pool: ServicePool,
): Promise<CrashRunResult | SeededViolation> {
  return crashRun(seed, { devnet, pool }).catch((error: unknown) => ({
    seed,
    point: runPlan(seed).point.name,
    kind: 'fault' as const,
    what: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }));
}

function progressLine(outcome: CrashRunResult | SeededViolation): string {
  if (!('plan' in outcome)) return violationLine(outcome);
  const { plan, isHit, deaths, ends, violations, slowestMoveMs, tookMs } = outcome;
  const [first] = plan.crashes;
  return [
    `${String(plan.seed).padStart(4)} ${plan.point.name.padEnd(29)} ${isHit ? 'killed' : 'not hit'} (${first?.nth} of ${plan.transfers.length}${deaths > 1 ? ', twice' : ''})`,
    `${plan.scenario}, batching ${plan.batching}, ${plan.minesByHand ? 'mined by hand' : 'mined at once'}`,
    `${ends.done} delivered, ${ends.refunded} refunded, ${ends.untouched} untouched`,
    `moved within ${Math.round(slowestMoveMs)} ms, ${(tookMs / 1_000).toFixed(1)} s`,
    ...violations.map(
      (one) => `\n     ${violationLine({ seed: plan.seed, point: plan.point.name, ...one })}`,
    ),
  ].join('; ');
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
