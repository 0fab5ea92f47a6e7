import { measureEventNumbers, type NumbersFound } from './accounts/measure-event-numbers.ts';
import { benchCommand } from './bench-command.ts';
import { startPostgres } from '../support/postgres.ts';

const usage = `Usage: npm run bench:events -- [--quick] [--json]

What numbering the events of accounts costs several processes on PostgreSQL: four of them accept routes of one wallet that
has signed in, of a hundred that have, and of a hundred that have not, and the groups are counted that were run again. It
ends with a fault where a number is left out.

  --quick  a quarter of the routes
  --json   one JSON object instead of the table
  --help   this text`;

await benchCommand(usage, ['quick', 'json'], async ({ quick, json }) => {
  const postgres = await startPostgres();
  if (postgres === null) throw new Error('npm has no PostgreSQL here: set DATABASE_URL');
  const moves = quick ? 96 : 384;
  const found: Record<string, NumbersFound> = {};
  for (const [name, wallets, areKnown] of [
    ['one wallet that signed in', 1, true],
    ['a hundred that did', 100, true],
    ['a hundred that did not', 100, false],
  ] as const)
    found[name] = await measureEventNumbers(postgres, { wallets, moves, areKnown });
  await postgres.stop();
  if (json) console.log(JSON.stringify({ bench: 'events', ...found }, null, 2));
  else
    for (const [name, { moves: all, seconds, conflicts, events }] of Object.entries(found))
      console.log(
        `${name}: ${conflicts} groups of ${all} moves run again in ${seconds.toFixed(1)} s, ${events} events`,
      );
});
