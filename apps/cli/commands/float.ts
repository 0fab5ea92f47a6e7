import type { OperatorFloat } from '@interline/client';
import { Command } from 'commander';
import { UsageError } from '../exit-codes.ts';
import { columns, onChain } from '../show/lines.ts';
import { shareText } from '../show/share-text.ts';
import { inTokens, terminal } from '../show/terminal.ts';
import { readTokenAmounts, type TokenAmounts } from '../show/token-amounts.ts';
import { formerLines } from '../show/former-keys.ts';
import { howItIsBooked, unclaimedLines } from '../show/unclaimed.ts';
import { amountOption, givenUnits, requiredUnits } from './given-units.ts';
import { operatorClient, operatorCommand } from './operator-command.ts';
import { orderCommand } from './order-command.ts';
import { chainOption, type RestOptions } from './shared-options.ts';

const chain = ['<chain>', 'chain id such as 8453, or bitcoin, stellar'] as const;
const token = ['<token>', 'symbol or address'] as const;

/** What the float holds, should hold, and where it goes. */
export function floatCommand(): Command {
  return new Command('float')
    .addCommand(
      operatorCommand('status', 'list every float and gas account against its target')
        .addOption(chainOption())
        .addHelpText('after', howItIsBooked)
        .action(status),
    )
    .addCommand(targetCommand())
    .addCommand(withdrawCommand())
    .addCommand(returnCommand())
    .addCommand(rebalanceCommand());
}

function targetCommand(): Command {
  return orderCommand({
    name: 'target',
    description: 'change what the float is to hold of a token, on all instances',
    args: [chain, token, ['[units]', "in the token's smallest units; left out with --reset"]],
    options: [amountOption, ['--reset', "go back to the config's target"]],
    examples: [
      'interline float target 8453 USDC --amount 500000 --reason "the weekend"',
      'interline float target 8453 USDC --reset --reason "as usual again"',
    ],
    amountsOf: ([chain = '', token = '']) => ({ chain, token }),
    async send(client, [chainText = '', tokenText = '', given], words, { reset, amount }) {
      const asked = { units: given, amount, chain: chainText, token: tokenText };
      const units = await givenUnits(client, asked);
      return client.call('POST /operator/float/target', {
        body: {
          chain: chainText,
          token: tokenText,
          ...(units === undefined ? {} : { units }),
          ...(reset === true ? { reset } : {}),
          ...words,
        },
      });
    },
  });
}

function withdrawCommand(): Command {
  return orderCommand({
    name: 'withdraw',
    description:
      'send free float to an address; a dry run shows what is free, reserved and the gas',
    args: [
      chain,
      ['<token>', 'symbol or address; "native" for the coin of the chain'],
      ['[units]', 'in smallest units, or "all" for everything that is free'],
    ],
    options: [
      amountOption,
      ['--to <address>', 'the recipient'],
      ['--to-own', 'the recipient may be an account of this service'],
    ],
    examples: [
      'interline float withdraw 8453 USDC --amount 25 --to 0x... --dry-run',
      'interline float withdraw 8453 USDC all --to 0x... --reason "closing the chain"',
    ],
    amountsOf: ([chain = '', token = '']) => ({ chain, token }),
    async send(client, [chainText = '', tokenText = '', given], words, { to, toOwn, amount }) {
      if (typeof to !== 'string')
        throw new UsageError('a withdrawal needs its recipient: add --to 0x...');
      const asked = { units: given, amount, chain: chainText, token: tokenText };
      const units = await requiredUnits(client, asked);
      return client.call('POST /operator/float/withdraw', {
        body: {
          chain: chainText,
          token: tokenText,
          units,
          to,
          ...(toOwn === true ? { toOwn } : {}),
          ...words,
        },
      });
    },
  });
}

function returnCommand(): Command {
  return orderCommand({
    name: 'return',
    description:
      'give a payer back, once, what a pull brought whose route the store has lost ("interline desk" lists it)',
    args: [['<id>', 'the id of the unmatched pull']],
    options: [['--undelivered', 'your word that the recipient got nothing for it']],
    examples: [
      'interline float return eip155:8453/0x.../0 --undelivered --dry-run',
      'interline float return eip155:8453/0x.../0 --undelivered --reason "no chain shows a delivery"',
    ],
    send: (client, [id = ''], words, { undelivered }) =>
      client.call('POST /operator/float/return', {
        body: { id, ...(undelivered === true ? { undelivered } : {}), ...words },
      }),
  });
}

function rebalanceCommand(): Command {
  return orderCommand({
    name: 'rebalance',
    isBegun: true,
    description:
      'move float to another chain over the cheapest rail within the limit; a dry run compares them',
    args: [token, ['[units]', "in the source token's smallest units"]],
    options: [
      amountOption,
      ['--from <chain>', 'chain id that it leaves'],
      ['--to <chain>', 'chain id that it goes to'],
      ['--max-cost-bps <n>', "most that it may cost, in basis points; the config's where left out"],
    ],
    examples: [
      'interline float rebalance USDC --amount 25 --from 8453 --to 42161 --dry-run',
      'interline float rebalance USDC --amount 25 --from 8453 --to 42161 --max-cost-bps 20 --reason "back to target"',
    ],
    amountsOf: ([token = ''], { from }) => ({ chain: String(from), token }),
    async send(client, [tokenText = '', given], words, { from, to, maxCostBps, amount }) {
      if (typeof from !== 'string' || typeof to !== 'string')
        throw new UsageError('a move needs both chains: add --from <chain> and --to <chain>');
      const asked = { units: given, amount, chain: from, token: tokenText };
      const units = await requiredUnits(client, asked);
      return client.call('POST /operator/float/rebalance', {
        body: {
          token: tokenText,
          units,
          from,
          to,
          ...(typeof maxCostBps === 'string' ? { maxCostBps: Number(maxCostBps) } : {}),
          ...words,
        },
      });
    },
  });
}

async function status(options: RestOptions & { readonly chain?: string }): Promise<void> {
  const out = terminal(options.json);
  const client = operatorClient(options);
  const { chain: only } = options;
  const [all, books] = await Promise.all([
    client.call('GET /operator/float', {}),
    client.call('GET /operator/books/balance', {
      query: only === undefined ? {} : { chain: only },
    }),
  ]);
  const answer = {
    floats: onChain(all.floats, only, all.gas),
    gas: onChain(all.gas, only, all.floats),
    former: all.former,
    gasUse: all.gasUse.filter((one) => only === undefined || String(one.chain) === only),
    suggestions: all.suggestions.filter(
      ({ from, to }) => only === undefined || [from, to].map(String).includes(only),
    ),
  };
  const amounts = await readTokenAmounts(client);
  out.result(answer, () => {
    if (answer.floats.length > 0) {
      out.line(columns([floatHeading, ...answer.floats.map(floatRow)]));
      out.line('');
    }
    out.line(columns([gasHeading, ...answer.gas.map((one) => gasRow(amounts, one))]));
    for (const { chain: on, used, day, daysLeft } of answer.gasUse)
      out.step(
        'gas used',
        `${amounts.chain(on)}: ${amounts.coin(used, on)} on ${day}; what is free lasts ${daysLeft} days`,
      );
    for (const line of unclaimedLines(books)) out.step('unclaimed', line);
    for (const line of answer.former.flatMap((one) => formerLines(one, only)))
      out.step('former keys', line);
    for (const { symbol, from, to, units } of answer.suggestions)
      out.step(
        'to target',
        `${amounts.of(units, from, symbol)}: interline float rebalance ${symbol} ${units} --from ${from} --to ${to} --dry-run`,
      );
  });
}

const floatHeading = [
  'chain',
  'token',
  'held',
  'block',
  'reserved',
  'free',
  'target',
  'share',
  'alarm',
];

function floatRow(one: OperatorFloat['floats'][number]): readonly string[] {
  const { held, target, targetFrom, sharePct } = one;
  const tokens = (units: string): string => inTokens(units, one.decimals, one.symbol);
  return [
    String(one.chain),
    one.symbol,
    held === null ? 'unread' : tokens(held),
    String(one.block ?? ''),
    tokens(one.reserved),
    tokens(one.free),
    target === null ? '' : `${tokens(target)}${targetFrom === 'order' ? ' (ordered)' : ''}`,
    sharePct === null || target === null ? '' : shareText(one.free, target),
    one.alarm ?? '',
  ];
}

const gasHeading = [
  'chain',
  'account',
  'coin for gas',
  'block',
  'reserved',
  'free',
  'alarm below',
  'alarm',
];

function gasRow(
  amounts: TokenAmounts,
  { chain: on, role, held, block, reserved, free, alarmBelow, alarm }: OperatorFloat['gas'][number],
): readonly string[] {
  const coin = (units: string): string => amounts.coin(units, on);
  return [
    String(on),
    role,
    held === null ? 'unread' : coin(held),
    String(block ?? ''),
    coin(reserved),
    coin(free),
    alarmBelow === null ? '' : coin(alarmBelow),
    alarm ?? '',
  ];
}
