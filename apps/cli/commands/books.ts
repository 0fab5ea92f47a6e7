import type { BooksExport, BooksReconciliation } from '@interline/client';
import { csvLine, exportColumns } from '@interline/core/books';
import { Command, Option } from 'commander';
import { columns, onChain } from '../show/lines.ts';
import { inTokens, terminal } from '../show/terminal.ts';
import { readTokenAmounts } from '../show/token-amounts.ts';
import { howItIsBooked, unclaimedLines } from '../show/unclaimed.ts';
import { amountOption, givenUnits } from './given-units.ts';
import { operatorClient, operatorCommand } from './operator-command.ts';
import { orderCommand } from './order-command.ts';
import { chainOption, type RestOptions } from './shared-options.ts';

interface Days extends RestOptions {
  readonly from?: string;
  readonly to?: string;
  readonly chain?: string;
  readonly engine?: string;
}

export function booksCommand(): Command {
  return new Command('books')
    .description("the relayer's double-entry books, and how they compare with the chains")
    .addCommand(
      operatorCommand('balance', 'list every books account that is not zero')
        .addOption(chainOption())
        .addHelpText('after', howItIsBooked)
        .action(balance),
    )
    .addCommand(
      withDays(
        operatorCommand(
          'statement',
          "show profit and loss, each amount at its day's price; of today where no days are named",
        ),
      )
        .addHelpText(
          'after',
          `\n${signsOfStatement}\nThe last lines are income less costs of each group, in dollars.`,
        )
        .addOption(
          new Option('--by <what>', 'what to sum by')
            .choices(['day', 'chain', 'engine'])
            .default('day'),
        )
        .action(statement),
    )
    .addCommand(
      withDays(
        operatorCommand('export', 'print every line of every entry, oldest first').addHelpText(
          'after',
          `\nColumns: ${exportColumns.join(', ')}.\nDays and times are UTC. Amounts are smallest units; a line has a debit or a credit.`,
        ),
      )
        .addOption(new Option('--csv', 'print CSV (RFC 4180), as without --json').conflicts('json'))
        .action(exportAll),
    )
    .addCommand(
      operatorCommand(
        'reconciliation',
        'list every holding as it was last compared with its chain, deficits first',
      )
        .addOption(chainOption())
        .action(reconciliation),
    )
    .addCommand(
      operatorCommand('reconcile', 'compare chains and books now')
        .addOption(chainOption())
        .action(reconcile),
    )
    .addCommand(classifyCommand());
}

function withDays(command: Command): Command {
  return command
    .option('--from <day>', 'the first UTC day, as 2027-01-31')
    .option('--to <day>', 'the last UTC day')
    .addOption(chainOption())
    .option('--engine <name>', 'only routes on this engine');
}

function daysIn({ from, to, chain, engine }: Days) {
  return {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(chain === undefined ? {} : { chain }),
    ...(engine === undefined ? {} : { engine }),
  };
}

async function balance(options: Days): Promise<void> {
  const out = terminal(options.json);
  const { chain } = options;
  const query = chain === undefined ? {} : { chain };
  const answer = await operatorClient(options).call('GET /operator/books/balance', { query });
  out.result(answer, () => {
    const rows = answer.accounts.map(
      ({ account, chain: on, holder, units, decimals, symbol }) =>
        [String(on), account, inTokens(units, decimals, symbol), holder] as const,
    );
    out.line(
      rows.length === 0
        ? 'Nothing was posted yet.'
        : columns([['chain', 'account', 'balance', 'holder'], ...rows]),
    );
    for (const line of unclaimedLines(answer)) out.step('unclaimed', line);
  });
}

/** Above the rows, and in the help. */
const signsOfStatement =
  'A credit (fees, unclaimed) is income, a debit (conversion, gas, gas-adjustment, rail-costs, losses) a cost; each is above zero, and a minus turns it round.';

async function statement(
  options: Days & { readonly by: 'day' | 'chain' | 'engine' },
): Promise<void> {
  const out = terminal(options.json);
  const query = { ...daysIn(options), by: options.by };
  const client = operatorClient(options);
  const answer = await client.call('GET /operator/books/statement', { query });
  const amounts = await readTokenAmounts(client);
  out.result(answer, () => {
    out.line(signsOfStatement);
    const rows = answer.rows.map(({ group, account, side, chain, token, units, usd }) => [
      group,
      account,
      side,
      String(chain),
      amounts.of(units, chain, token),
      usd ?? 'no price',
    ]);
    out.line(columns([[answer.by, 'account', 'side', 'chain', 'amount', 'USD'], ...rows]));
    for (const { group, profitUsd, unpriced } of answer.groups)
      out.line(
        `${group}: ${profitUsd} USD${unpriced === 0 ? '' : `, without ${unpriced} rows that have no price`}`,
      );
  });
}

/** A page at a time, so that an export of any length needs little memory. */
async function exportAll(options: Days): Promise<void> {
  const client = operatorClient(options);
  if (!options.json) console.log(csvLine(exportColumns));
  let after: string | null = null;
  do {
    const page: BooksExport = await client.call('GET /operator/books/export', {
      query: { ...daysIn(options), limit: '1000', ...(after === null ? {} : { after }) },
    });
    for (const row of page.rows) {
      // One JSON object a line, since an export may be longer than a document should be.
      console.log(
        options.json
          ? JSON.stringify(row)
          : csvLine(exportColumns.map((name) => String(row[name] ?? ''))),
      );
    }
    after = page.next;
  } while (after !== null);
}

async function reconciliation(options: Days): Promise<void> {
  const answer = await operatorClient(options).call('GET /operator/books/reconciliation', {});
  const holdings = onChain(answer.holdings, options.chain);
  const deficits = holdings.filter(({ deficit }) => deficit !== '0').length;
  show(options, { holdings, deficits });
}

async function reconcile(options: Days): Promise<void> {
  const { chain } = options;
  const answer = await operatorClient(options).call('POST /operator/books/reconcile', {
    body: chain === undefined ? {} : { chain },
  });
  const out = terminal(options.json);
  for (const one of answer.chains)
    out.line(`${one.chain}: ${one.outcome}${one.block === null ? '' : ` at block ${one.block}`}`);
  show(options, answer);
}

function show(options: RestOptions, answer: BooksReconciliation): void {
  const out = terminal(options.json);
  out.result(answer, () => {
    const rows = answer.holdings.map(
      ({ chain, role, symbol, block, units, decimals, deficit, appeared }) => [
        String(chain),
        role,
        inTokens(units, decimals, symbol),
        String(block),
        deficit === '0' ? '' : inTokens(deficit, decimals, symbol),
        appeared === null ? '' : `after ${appeared.after}, by ${appeared.by}`,
      ],
    );
    out.line(
      rows.length === 0
        ? 'Nothing was compared yet.'
        : columns([['chain', 'account', 'holds', 'at block', 'deficit', 'appeared'], ...rows]),
    );
  });
}

function classifyCommand(): Command {
  return orderCommand({
    name: 'classify',
    description:
      'say what an unclaimed surplus was, or what became of a deficit, after you have looked',
    args: [
      ['<chain>', 'the chain'],
      ['<role>', 'spender or float'],
      ['<token>', 'symbol or address; "native" for the coin'],
    ],
    examples: [
      'interline books classify 8453 float USDC --of deficit --as losses --reason "a stray transfer"',
      'interline books classify 8453 float USDC --of unclaimed --as capital --dry-run',
    ],
    options: [
      new Option('--of <what>', 'the difference')
        .choices(['unclaimed', 'deficit'])
        .makeOptionMandatory(),
      new Option('--as <what>', 'capital: put in or taken out by you; losses: gained or lost')
        .choices(['capital', 'losses'])
        .makeOptionMandatory(),
      ['--units <units>', 'smallest units; all of it where left out'],
      amountOption,
    ],
    amountsOf: ([chain = '', _role, token = '']) => ({ chain, token }),
    async send(client, [chain = '', role = '', token = ''], words, { of, as, ...options }) {
      // CAST: commander has checked the choices; the service reads the role, and says of a wrong one which there are.
      const given = { role, of, as } as {
        readonly role: 'spender' | 'float';
        readonly of: 'unclaimed' | 'deficit';
        readonly as: 'capital' | 'losses';
      };
      const named = typeof options['units'] === 'string' ? options['units'] : undefined;
      const asked = { units: named, amount: options['amount'], chain, token };
      const units = await givenUnits(client, asked);
      return client.call('POST /operator/books/classify', {
        body: {
          chain,
          token,
          ...given,
          ...(units === undefined ? {} : { units }),
          ...words,
        },
      });
    },
  });
}
