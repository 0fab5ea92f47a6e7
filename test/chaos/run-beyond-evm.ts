import { inspect } from 'node:util';
import { beyondEvmRun } from './beyond-evm/beyond-evm-run.ts';
import { runFlags } from '../support/run-flags.ts';

const help = `Kills the service again and again while routes to Bitcoin and Stellar, and deposits, are under way, on chains that
reorganise and nodes that lag, drop and fall silent; compares every unit at the end.

  npm run test:beyond-evm                        3 runs, seeds 1 to 3
  npm run test:beyond-evm -- --runs 1 --seed 7   one again
  npm run test:beyond-evm -- --legs 6            payouts to each chain; 20 by default
  npm run test:beyond-evm -- --deposits 8        callers who deposit; 24 by default
  npm run test:beyond-evm -- --plant             money goes astray on purpose: the run must find it
  npm run test:beyond-evm -- --gullible          the service believes a stale Horizon: the runs must find that

The exit code is 1 when anything was lost, paid twice or left standing.
`;

const values = runFlags(help, {
  runs: { type: 'string', default: '3' },
  seed: { type: 'string', default: '1' },
  legs: { type: 'string', default: '20' },
  deposits: { type: 'string', default: '24' },
  plant: { type: 'boolean', default: false },
  gullible: { type: 'boolean', default: false },
});

for (let run = 0; run < Number(values.runs); run += 1) {
  const seed = Number(values.seed) + run;
  try {
    const { violations, tookMs, ...figures } = await beyondEvmRun(seed, {
      legsEach: Number(values.legs),
      deposits: Number(values.deposits),
      plants: values.plant,
      isGullible: values.gullible,
    });
    process.stdout.write(
      `${JSON.stringify({ ...figures, seconds: Number((tookMs / 1_000).toFixed(1)) })}\n`,
    );
    for (const one of violations) process.stdout.write(`  seed ${seed}: ${one}\n`);
    if (violations.length > 0) process.exitCode = 1;
  } catch (error) {
    process.stdout.write(`seed ${seed}: ${inspect(error)}\n`);
    process.exitCode = 1;
  }
}
