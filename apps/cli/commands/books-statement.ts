import type { BooksStatement } from '@interline/client';
import { type Command, Option } from 'commander';
import { columns } from '../show/lines.ts';
import { statementCsv, statementColumns } from '../show/statement-csv.ts';
import { terminal } from '../show/terminal.ts';
import { readTokenAmounts } from '../show/token-amounts.ts';
import { type Days, daysIn, withDays } from './books-days.ts';
import { operatorClient, operatorCommand } from './operator-command.ts';

/** Above the rows, and in the help. */
const signs =
  'A credit (fees, unclaimed) is income, a debit (conversion, gas, gas-adjustment, rail-costs, losses) a cost; each is above zero, and a minus turns it round.';

export function statementCommand(): Command {
  return withDays(
    operatorCommand(
      'statement',
      "show profit and loss, each amount at its day's price; of today where no days are named",
    ),
  )
    .addHelpText(
      'after',
      `
${signs}
The last lines are income less costs of each group, beside what payers gave, in dollars, and their total, which is
the same by day, chain and engine. Our own float moved between chains is not a profit and is left out; what the move
cost is in rail-costs. A conversion takes in on one chain what it pays out on another, so by chain it is a group of
its own, and --chain leaves it out.
CSV columns: ${statementColumns.join(', ')}. profitUsd is USD with the sign of a profit: its sum is the total.`,
    )
    .addOption(
      new Option('--by <what>', 'what to sum by')
        .choices(['day', 'chain', 'engine'])
        .default('day'),
    )
    .addOption(new Option('--csv', 'print the rows as CSV (RFC 4180)').conflicts('json'))
    .action(statement);
}

async function statement(
  options: Days & { readonly by: BooksStatement['by']; readonly csv?: true },
): Promise<void> {
  const out = terminal(options.json);
  const query = { ...daysIn(options), by: options.by };
  const client = operatorClient(options);
  const answer = await client.call('GET /operator/books/statement', { query });
  if (options.csv === true) {
    for (const line of statementCsv(answer)) out.line(line);
    return;
  }
  const amounts = await readTokenAmounts(client);
  out.result(answer, () => {
    out.line(signs);
    const rows = answer.rows.map(({ group, account, side, chain, token, units, usd }) => [
      group,
      account,
      side,
      String(chain),
      amounts.of(units, chain, token),
      usd ?? 'no price',
    ]);
    out.line(columns([[answer.by, 'account', 'side', 'chain', 'amount', 'USD'], ...rows]));
    for (const { group, ...profit } of [...answer.groups, { group: 'total', ...answer.total }])
      out.line(`${group}: ${inWords(profit)}`);
  });
}

function inWords({ profitUsd, volumeUsd, unpriced }: BooksStatement['total']): string {
  return `${profitUsd} USD, of ${volumeUsd} USD that payers gave${unpriced === 0 ? '' : `, without ${unpriced} amounts of days that have no price`}`;
}
