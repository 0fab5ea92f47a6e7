import { startPostgres } from '../support/postgres.ts';
import { benchCommand, progress } from './bench-command.ts';
import { type Figures, layouts, measureLayouts } from './partitions/measure-layouts.ts';
import { stoppedWithBench } from './scene/stopping.ts';

const usage = `Usage: npm run bench:partitions -- [--quick] [--json]

The archive of ended routes on PostgreSQL as it is, beside two ways to partition it by month: all of its tables, and its
pages alone. The same rows in each: 200,000 routes of 24 months, 16 a page. Shows what a lookup by id, by the hash of a
transaction and by the key of a permit takes, which each accept asks in vain, how many buffers the server touches for it, and
what a month costs to read and to let go. (npm's PostgreSQL, or the one DATABASE_URL names.)

  --quick   20,000 routes
  --json    one JSON object instead of the table
  --help    this text`;

await benchCommand(usage, ['quick', 'json'], async ({ quick, json }) => {
  const started = await startPostgres();
  if (started === null) throw new Error('npm has no PostgreSQL here: set DATABASE_URL');
  const postgres = stoppedWithBench(started);
  try {
    const routes = quick ? 20_000 : 200_000;
    const schema = postgres.newSchema();
    const figures = await measureLayouts(postgres, { schema, routes, progress });
    console.log(
      json
        ? JSON.stringify({ bench: 'partitions', node: process.version, routes, figures }, null, 2)
        : tableOf(figures),
    );
  } finally {
    await postgres.stop();
  }
});

function tableOf(figures: readonly Figures[]): string {
  const head = ['', ...layouts.map(({ name }) => name)];
  const [first] = figures;
  const names = Object.keys(first?.of ?? {});
  const rows = names.map((name) => [name, ...figures.map(({ of }) => of[name] ?? '')]);
  const widths = head.map((_, at) =>
    Math.max(...[head, ...rows].map((row) => (row[at] ?? '').length)),
  );
  return [head, ...rows]
    .map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '))
    .join('\n');
}
