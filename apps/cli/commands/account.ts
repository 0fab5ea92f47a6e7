import type { OpenTransaction, OperatorAccount } from '@interline/client';
import { Command } from 'commander';
import { UsageError } from '../exit-codes.ts';
import { columns } from '../show/lines.ts';
import { type Terminal, terminal } from '../show/terminal.ts';
import { feeRate } from '../show/fee-rate.ts';
import { readTokenAmounts, type TokenAmounts } from '../show/token-amounts.ts';
import { operatorClient, operatorCommand } from './operator-command.ts';
import { ownAccountCommands, showOwn } from './own-account.ts';
import { orderCommand } from './order-command.ts';
import { restCommand, type RestOptions } from './shared-options.ts';

export function accountCommand(): Command {
  const command = new Command('account');
  for (const own of ownAccountCommands()) command.addCommand(own);
  return command
    .addCommand(
      operatorCommand('list', 'the accounts that have something to say, of every chain')
        .option('--all', 'those as well that run and have nothing open')
        .addHelpText(
          'after',
          `
next slot: what the next transaction gets; chain and pool: what the node would give it, so a transaction that waits in the
node's pool and is in no block yet counts there as well; in flight: those whose end is not known, in a block or not.`,
        )
        .action(list),
    )
    .addCommand(
      restCommand(
        'show',
        "the wallet's own account that is signed in; with a chain and a role, for an operator, every open transaction of that account",
      )
        .argument('[chain]', 'the chain')
        .argument('[role]', 'spender or float')
        .addHelpText(
          'after',
          '\nWithout a chain it needs "interline account login". With one it needs an operator token: INTERLINE_OPERATOR_TOKEN, or operator.token in the data folder (INTERLINE_DATA).',
        )
        .action(show),
    )
    .addCommand(
      orderCommand({
        name: 'restart',
        description:
          "bring a stopped account forward to the chain's next slot and let it run, after you have looked",
        args: [
          ['<chain>', 'the chain'],
          ['<role>', 'spender or float'],
        ],
        examples: [`interline account restart 8453 float --reason "restored a backup"`],
        isReasonOptional: true,
        send: (client, [chain = '', role = ''], words) =>
          client.call('POST /operator/accounts/resume', {
            // CAST: the service reads the role, and says of a wrong one which there are.
            body: { chain, role: role as OperatorAccount['role'], ...words },
          }),
      }),
    )
    .addCommand(
      orderCommand({
        name: 'bump',
        description: 'send an open transaction again now, at a higher fee',
        args: [['<transaction>', 'its id, as "account show" lists it']],
        options: [
          [
            '--cap <rate>',
            "the highest fee rate it may offer, for this transaction only: the coin's smallest unit per gas, on Bitcoin per vbyte, on Stellar per operation",
          ],
        ],
        examples: [
          'interline account bump ef_... --reason "stuck since the fee rise"',
          'interline account bump ef_... --cap 90000000000 --reason "the cap is too low today"',
          'interline account bump ef_... --cap 80 --reason "80 sat per vbyte, a payout on Bitcoin"',
        ],
        send: (client, [transaction = ''], words, { cap }) =>
          client.call('POST /operator/transactions/bump', {
            body: {
              transaction,
              ...(typeof cap === 'string' ? { feeRateCap: cap } : {}),
              ...words,
            },
          }),
      }),
    )
    .addCommand(
      orderCommand({
        name: 'replace',
        description:
          "put a no-op in an open transaction's slot; its route does it again once the no-op is final",
        args: [['<transaction>', 'its id, as "account show" lists it']],
        options: [['--force', 'also a pull whose permit is still good']],
        examples: ['interline account replace ef_... --reason "its recipient burns all gas"'],
        next: 'its route goes on by itself once the no-op is final, which takes finalDepth blocks of its chain: 12 on a devnet, where only a transaction makes a block. "interline account show <chain> <role>" lists the no-op until it is mined',
        send: (client, [transaction = ''], words, { force }) =>
          client.call('POST /operator/transactions/replace', {
            body: { transaction, ...(force === true ? { force } : {}), ...words },
          }),
      }),
    );
}

async function list(options: RestOptions & { readonly all?: boolean }): Promise<void> {
  const out = terminal(options.json);
  const answer = await operatorClient(options).call('GET /operator/accounts', {});
  const accounts = options.all === true ? answer.accounts : answer.accounts.filter(saysSomething);
  out.result({ accounts, count: accounts.length }, () => {
    const speaking = answer.accounts.filter(saysSomething);
    if (speaking.length > 0) out.line(columns([heading, ...speaking.map(rowOf)]));
    const idle = answer.accounts.filter((one) => !saysSomething(one));
    if (idle.length === 0) return;
    out.line(
      `${idle.length} run and have nothing open${options.all === true ? ':' : '; --all names them too'}`,
    );
    if (options.all === true) for (const line of idleLines(idle)) out.line(`  ${line}`);
  });
}

/** A line for each address: the chains, with the next slot of those where it was used. */
export function idleLines(idle: readonly OperatorAccount[]): readonly string[] {
  return [...Map.groupBy(idle, ({ address }) => address)].map(([address, rows]) => {
    const chains = rows.map(({ chain, nextSlot }) =>
      nextSlot === null ? String(chain) : `${chain} (next slot ${nextSlot})`,
    );
    const [first] = rows;
    const role = first === undefined ? '' : `${first.role}${first.former ? ' (former)' : ''}`;
    return `${role} ${address}: ${chains.join(', ')}`;
  });
}

/** It is stopped, has no coin or something open, or the chain counts otherwise or is silent. */
function saysSomething(account: OperatorAccount): boolean {
  const { stopped, lacksCoin, inFlight, nextSlot, chainSlots } = account;
  const isUsed = nextSlot !== null;
  return (
    stopped !== null ||
    lacksCoin !== null ||
    inFlight > 0 ||
    chainSlots === null ||
    (isUsed && nextSlot !== chainSlots)
  );
}

const heading = [
  'chain',
  'account',
  'next slot',
  'chain and pool',
  'in flight',
  'oldest',
  'stopped or stuck',
];

function rowOf(account: OperatorAccount): readonly string[] {
  const { chain, role, nextSlot, chainSlots, inFlight, oldest, stopped, stuck, former, lacksCoin } =
    account;
  return [
    String(chain),
    former ? `${role} (former)` : role,
    String(nextSlot ?? ''),
    String(chainSlots ?? 'silent'),
    String(inFlight),
    oldest === null ? '' : new Date(oldest).toISOString(),
    [
      ...(stopped === null ? [] : [stopped]),
      ...(lacksCoin === null ? [] : [lacksCoin]),
      ...stuck.map(({ slot, reason }) => `slot ${slot} is stuck: ${reason}`),
    ].join('; '),
  ];
}

async function show(
  chain: string | undefined,
  role: string | undefined,
  options: RestOptions,
): Promise<void> {
  if (chain === undefined) return showOwn(options);
  if (role === undefined) throw new UsageError('wanted a role beside the chain, spender or float');
  const out = terminal(options.json);
  const client = operatorClient(options);
  const answer = await client.call('GET /operator/account', {
    // CAST: the service reads the role, and says of a wrong one which there are.
    query: { chain, role: role as OperatorAccount['role'] },
  });
  const amounts = await readTokenAmounts(client);
  out.result(answer, () => {
    for (const { account, open } of answer.accounts) {
      out.line(`${account.address}${account.former ? ', of former keys' : ''}`);
      out.line(columns([heading, rowOf(account)]));
      if (open.length === 0) out.line('Nothing of it is open.');
      for (const one of open) showOpen(out, one, account.chain, amounts);
    }
  });
}

function showOpen(
  out: Terminal,
  one: OpenTransaction,
  on: OperatorAccount['chain'],
  amounts: TokenAmounts,
): void {
  const { id, purpose, slot, owner, committed, moves, chain, forms } = one;
  const place = slot === null ? 'waits for a multicall' : `slot ${slot}`;
  out.line(`${id} ${purpose} of ${owner}, ${place}, since ${new Date(committed).toISOString()}`);
  if (moves !== null) out.line(`  ${amounts.of(moves.amount, on, moves.token)} to ${moves.to}`);
  const where = chain.block === null ? '' : ` ${chain.block}`;
  out.line(
    `  the chain shows: ${chain.shows}${where}${chain.hash === null ? '' : `, ${chain.hash}`}`,
  );
  for (const { hash, maxFeeRate, tip, movements } of forms) {
    const carries = movements.length === 0 ? 'a no-op' : movements.join(', ');
    out.line(`  ${hash}: ${carries}, at most ${feeRate(maxFeeRate, on)}, tip ${feeRate(tip, on)}`);
  }
}
