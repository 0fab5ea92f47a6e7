import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { benchCommand } from './bench-command.ts';
import { columns } from './load/columns.ts';
import { installedVersion } from './peers/x402/install.ts';
import {
  type FacilitatorLevel,
  type FacilitatorPlan,
  measureFacilitators,
} from './x402/measure-facilitators.ts';

const usage = `Usage: npm run bench:x402 -- [--quick] [--json]

Payments of x402 settled through HTTP by our facilitator and by @x402/core's own with @x402/evm, in turns on the same
local chain: settles a second, CPU a settle, failures. Ends with 1 where one of ours fails.

  --quick  few settles, 32 in parallel and not 256
  --json   one JSON object instead of the table
  --help   this text`;

const full: readonly FacilitatorPlan[] = [
  { concurrency: 32, settles: 256, rounds: 5, warmup: 128 },
  { concurrency: 256, settles: 512, rounds: 3, warmup: 256 },
];
const short: readonly FacilitatorPlan[] = [
  { concurrency: 32, settles: 128, rounds: 3, warmup: 96 },
];

/** Of settles a second, ours by theirs. */
const wantedRatio = 2.5;

await benchCommand(usage, ['quick', 'json'], async ({ quick, json }) => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const versions = ['@x402/core', '@x402/evm', 'viem'].map(
    (name) => `${name} ${installedVersion(root, name)}`,
  );
  const levels: FacilitatorLevel[] = [];
  for (const plan of quick ? short : full) levels.push(await measureFacilitators(plan));
  const isMet = levels.every(({ settlesPerSecRatio }) => settlesPerSecRatio >= wantedRatio);
  console.log(
    json
      ? JSON.stringify(
          {
            ...{ bench: 'x402', node: process.version, cores: availableParallelism(), versions },
            ...{ levels, verdict: { wantedRatio, isMet } },
          },
          null,
          2,
        )
      : tableOf(levels, versions.join(', ')),
  );
  // Speed depends on the machine; money does not.
  const ours = levels.flatMap(({ figures }) => figures.filter(({ who }) => who === 'interline'));
  if (ours.some(({ failed }) => failed > 0)) process.exitCode = 1;
});

function tableOf(levels: readonly FacilitatorLevel[], versions: string): string {
  const head = ['facilitator', 'in parallel', 'settles', 'failed', 'settles/s', 'p50 ms', 'p99'];
  return [
    `Payments settled on the same local chain, in turns, medians of the rounds; ${versions}`,
    columns([
      [...head, 'CPU ms a settle'],
      ...levels.flatMap(({ concurrency, figures }) =>
        figures.map(({ who, settles, failed, settlesPerSec, p50Ms, p99Ms, cpuMs }) => [
          ...[who, String(concurrency), String(settles), String(failed)],
          ...[settlesPerSec.toFixed(1), p50Ms.toFixed(0), p99Ms.toFixed(0)],
          cpuMs?.toFixed(2) ?? '-',
        ]),
      ),
    ]),
    ...levels.map(
      ({ concurrency, settlesPerSecRatio, cpuRatio }) =>
        `${concurrency} in parallel: ${settlesPerSecRatio.toFixed(2)} of its settles/s (wanted ${wantedRatio}), ${cpuRatio?.toFixed(2) ?? '-'} of its CPU a settle`,
    ),
    ...levels.flatMap(({ concurrency, figures }) =>
      figures.flatMap(({ who, failures }) =>
        failures.map((failure) => `${who}, ${concurrency} in parallel, failed: ${failure}`),
      ),
    ),
  ].join('\n\n');
}
