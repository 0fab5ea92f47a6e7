import { availableParallelism } from 'node:os';
import { benchCommand, type BenchFlags, progress } from './bench-command.ts';
import { floods } from './flood/floods.ts';
import { type FloodFigures, measureFlood, patienceMs } from './flood/measure-flood.ts';
import { columns } from './load/columns.ts';

const goalMs = 250;

const usage = `Usage: npm run bench:flood -- [--quick] [--json] [--strict]

How long GET /readyz takes, and how much memory the service takes, while a client sends thousands of requests
at once on each of many connections. Client and prober share the machine's cores with the service.

  --quick   without the last and longest flood
  --json    one JSON object instead of the table
  --strict  end with 1 where /readyz took longer than ${goalMs} ms
  --help    this text`;

await benchCommand(usage, ['quick', 'json', 'strict'], run);

async function run({ quick, json: isJson, strict: isStrict }: BenchFlags): Promise<void> {
  const figures: FloodFigures[] = [];
  for (const flood of quick ? floods.slice(0, -1) : floods) {
    progress(flood.name);
    figures.push(await measureFlood(flood));
  }
  const isMet = figures.every(
    ({ readyMs, unanswered }) => unanswered === 0 && readyMs.max <= goalMs,
  );
  console.log(
    isJson
      ? JSON.stringify(
          {
            bench: 'flood',
            node: process.version,
            cores: availableParallelism(),
            goalMs,
            figures,
            isMet,
          },
          null,
          2,
        )
      : table(figures),
  );
  if (isStrict && !isMet) process.exitCode = 1;
}

function table(figures: readonly FloodFigures[]): string {
  const head = [
    'flood',
    'asked',
    `not in ${patienceMs / 1_000} s`,
    'p50 ms',
    'p99 ms',
    'max ms',
    'RSS MB before',
    'peak',
  ];
  return columns([
    head,
    ...figures.map(({ flood, asked, unanswered, readyMs, rssMb }) => [
      flood,
      String(asked),
      String(unanswered),
      ...[readyMs.p50, readyMs.p99, readyMs.max].map((ms) => ms.toFixed(1)),
      String(rssMb?.before ?? '?'),
      String(rssMb?.peak ?? '?'),
    ]),
  ]);
}
