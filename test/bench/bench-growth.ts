import { progress } from './bench-command.ts';
import { runFlags } from '../support/run-flags.ts';
import { type GrownStore, grownFile, grownPostgres } from './growth/grown-store.ts';
import { archiveAll } from './growth/archive-all.ts';
import { type Grown, growthTable } from './growth/growth-table.ts';
import { measureQuestions } from './growth/measure-questions.ts';
import { type Question, questionsOn, subjectOf } from './growth/questions.ts';
import { settledRoute } from './growth/route-rows.ts';

const usage = `Usage: npm run bench:growth -- [--quick] [--ended N] [--open N] [--database sqlite|postgres|both] [--json]

Settles one route, fills a store with that many copies of it, and asks everything that a service asks of its store: on
each request, in each duty, at each scrape. Then those that ended more than 90 days ago go to the archive. Shows the bytes that a route keeps, the time of each question, how long one
turn of the event loop computes for it, and which tables a statement of it reads from end to end. The first column of times is
what the same took before the store was mended for growth.

  --quick     1,000 ended and 100 open routes where no number is given
  --ended     ended routes; 10,000 when left out. A million take about an hour and 19 GB of the temporary folder
  --open      open routes; 1,000 when left out
  --database  sqlite when left out; postgres needs npm's, or the one that DATABASE_URL names
  --json      one JSON object instead of the tables
  --help      this text
`;

const flags = runFlags(usage, {
  quick: { type: 'boolean', default: false },
  ended: { type: 'string' },
  open: { type: 'string' },
  database: { type: 'string', default: 'sqlite' },
  json: { type: 'boolean', default: false },
});
const ended = countIn(flags.ended ?? (flags.quick ? '1000' : '10000'), '--ended');
const open = countIn(flags.open ?? (flags.quick ? '100' : '1000'), '--open');
const databases = databasesIn(flags.database);

const rows = await settledRoute();
const nowMs = Date.now();
const grown: Grown[] = [];
for (const database of databases) {
  const filling = { ended, open, nowMs };
  progress(`${database}: filling a store with ${ended + open} routes`);
  const store = await (database === 'sqlite'
    ? grownFile(rows, filling)
    : grownPostgres(rows, filling));
  if (store === null) {
    console.error(
      `npm has no PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL`,
    );
    continue;
  }
  grown.push(await measured(database, store));
}
if (flags.json)
  console.log(JSON.stringify({ bench: 'growth', node: process.version, grown }, null, 2));
else console.log(grown.map(growthTable).join('\n\n'));

async function measured(database: Grown['database'], store: GrownStore): Promise<Grown> {
  try {
    const ask = (questions: readonly Question[]) =>
      measureQuestions(store.dialect, questions, (sql, parameters) =>
        store.scansOf(sql, parameters),
      );
    const questions = questionsOn(subjectOf(rows, { ...store.sample, nowMs }));
    progress(`${database}: asking it`);
    const kept = await store.kept(ended + open);
    const answered = await ask(questions);
    const archived = await archiveAll(store, { nowMs, routes: ended + open });
    return {
      database,
      ended,
      open,
      kept,
      answered,
      archived,
      answeredAfter: await ask(questions.filter(({ name }) => name.startsWith('route'))),
    };
  } finally {
    await store.remove();
  }
}

function countIn(text: string, name: string): number {
  if (!/^[1-9][0-9]{0,6}$/.test(text))
    throw new Error(`${name} has "${text}"; wanted a whole number from 1 to 9999999`);
  return Number(text);
}

function databasesIn(name: string): readonly Grown['database'][] {
  switch (name) {
    case 'sqlite':
    case 'postgres':
      return [name];
    case 'both':
      return ['sqlite', 'postgres'];
    default:
      throw new Error(`--database has "${name}"; wanted sqlite, postgres or both`);
  }
}
