import { inspect, parseArgs } from 'node:util';
import { beyondEvmRun } from './beyond-evm/beyond-evm-run.ts';

// The service killed again and again while routes to Bitcoin and Stellar are under way, on chains
// that reorganise and nodes that lag, drop and fall silent. Exits with 1 where a run is wrong.
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    legs: { type: 'string', default: '20' },
    deposits: { type: 'string', default: '24' },
    plant: { type: 'boolean', default: false },
    gullible: { type: 'boolean', default: false },
  },
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
