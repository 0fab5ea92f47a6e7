import type { BooksReconciliation } from '@interline/client';
import { Command, Option } from 'commander';
import { columns, inChainOrder, onChain } from '../show/lines.ts';
import { inTokens, terminal } from '../show/terminal.ts';
import { nothingCompared, unopenedLines } from '../show/unopened.ts';
import { howItIsBooked, unclaimedLines } from '../show/unclaimed.ts';
import { exportCommand } from './books-export.ts';
import { statementCommand } from './books-statement.ts';
import { amountOption, givenUnits } from './given-units.ts';
import { operatorClient, operatorCommand } from './operator-command.ts';
import { orderCommand } from './order-command.ts';
import { chainOption, type RestOptions } from './shared-options.ts';

interface ChainOptions extends RestOptions {
  readonly chain?: string;
}

export function booksCommand(): Command {
  return new Command('books')
    .addCommand(
      operatorCommand('balance', 'list every books account that is not zero')
        .addOption(chainOption())
        .addHelpText('after', howItIsBooked)
        .action(balance),
    )
    .addCommand(statementCommand())
    .addCommand(exportCommand())
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

async function balance(options: ChainOptions): Promise<void> {
  const out = terminal(options.json);
  const { chain } = options;
  const query = chain === undefined ? {} : { chain };
  const client = operatorClient(options);
  const [answer, compared] = await Promise.all([
    client.call('GET /operator/books/balance', { query }),
    client.call('GET /operator/books/reconciliation', {}),
  ]);
  out.result(answer, () => {
    const rows = inChainOrder(answer.accounts).map(
      ({ account, chain: on, holder, units, decimals, symbol }) =>
        [String(on), account, inTokens(units, decimals, symbol), holder] as const,
    );
    out.line(
      rows.length === 0
        ? 'Nothing was posted yet: "interline books reconcile" posts what the accounts hold.'
        : columns([['chain', 'account', 'balance', 'holder'], ...rows]),
    );
    for (const line of unopenedLines(answer, compared)) out.step('opening', line);
    for (const line of unclaimedLines(answer)) out.step('unclaimed', line);
  });
}

async function reconciliation(options: ChainOptions): Promise<void> {
  const answer = await operatorClient(options).call('GET /operator/books/reconciliation', {});
  const holdings = onChain(answer.holdings, options.chain);
  show(options, { holdings, deficits: countDeficits(holdings) });
}

async function reconcile(options: ChainOptions): Promise<void> {
  const { chain } = options;
  const answer = await operatorClient(options).call('POST /operator/books/reconcile', {
    body: chain === undefined ? {} : { chain },
  });
  const out = terminal(options.json);
  for (const one of answer.chains)
    out.line(`${one.chain}: ${one.outcome}${one.block === null ? '' : ` at block ${one.block}`}`);
  // Its chain may be silent and never compared, which is said above.
  const holdings = answer.holdings.filter(
    (one) => chain === undefined || String(one.chain) === chain,
  );
  show(options, { ...answer, holdings, deficits: countDeficits(holdings) });
}

type Holding = BooksReconciliation['holdings'][number];

function countDeficits(holdings: readonly Holding[]): number {
  return holdings.filter(isShort).length;
}

function isShort({ deficit }: Holding): boolean {
  return deficit !== '0';
}

function show(options: RestOptions, answer: BooksReconciliation): void {
  const out = terminal(options.json);
  out.result(answer, () => {
    const inOrder = inChainOrder(answer.holdings).toSorted(
      (a, b) => Number(isShort(b)) - Number(isShort(a)),
    );
    const rows = inOrder.map(
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
        ? nothingCompared
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
      ['--account <address>', 'of former keys; the account in use where left out'],
      ['--units <units>', 'smallest units; all of it where left out'],
      amountOption,
    ],
    amountsOf: ([chain = '', _role, token = '']) => ({ chain, token }),
    async send(
      client,
      [chain = '', role = '', token = ''],
      words,
      { of, as, account, ...options },
    ) {
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
          ...(typeof account === 'string' ? { account } : {}),
          ...(units === undefined ? {} : { units }),
          ...words,
        },
      });
    },
  });
}
