import type { OperatorAccount } from '@interline/client';
import { Command } from 'commander';
import { columns, showProgress, showReceipt } from '../show/lines.ts';
import { terminal } from '../show/terminal.ts';
import { operatorClient, operatorCommand } from './operator-command.ts';
import { changeLines, orderCommand } from './order-command.ts';
import type { RestOptions } from './shared-options.ts';

export function operatorCommands(): Command {
  return new Command('operator')
    .description('what waits for a person, and orders that only the operator may give')
    .addCommand(
      operatorCommand(
        'attention',
        'list every route and account that waits for a person, with what to do',
      ).action(attention),
    )
    .addCommand(
      operatorCommand(
        'accounts',
        "list the relayer's accounts, with their nonces by the store and by the chain",
      ).action(accounts),
    )
    .addCommand(
      orderCommand({
        name: 'resume-account',
        description:
          "bring a stopped account forward to the chain's nonce and let it run, after you have looked",
        args: [
          ['<chain>', 'the chain'],
          ['<role>', 'spender or float'],
        ],
        examples: ['interline operator resume-account 8453 float --reason "restored a backup"'],
        isReasonOptional: true,
        send: (client, [chain = '', role = ''], words) =>
          client.call('POST /operator/accounts/resume', {
            // CAST: the service reads the role, and says of a wrong one which there are.
            body: { chain, role: role as OperatorAccount['role'], ...words },
          }),
        show: (out, account) => out.line(columns([heading, rowOf(account)])),
      }),
    )
    .addCommand(
      orderCommand({
        name: 'release-route',
        description: 'let a quarantined route go on, or end it where the chain shows it paid',
        args: [['<id>', 'the route']],
        examples: ['interline operator release-route rt_... --reason "looked at its chain"'],
        isReasonOptional: true,
        send: (client, [id = ''], words) =>
          client.call('POST /operator/routes/release', { body: { id, ...words } }),
        show(out, receipt) {
          showProgress(out, receipt);
          showReceipt(out, receipt);
        },
      }),
    )
    .addCommand(
      operatorCommand('audit', 'list the orders that were given, the newest first')
        .option('--limit <count>', 'how many, at most 500', '50')
        .option('--before <id>', 'only entries before this one')
        .action(audit),
    );
}

async function attention(options: RestOptions): Promise<void> {
  const out = terminal(options.json);
  const attention = await operatorClient(options).call('GET /operator/attention', {});
  const { routes, accounts: stopped, slots, transactions } = attention;
  out.result(attention, () => {
    if (routes.length + stopped.length + slots.length + transactions.length === 0)
      out.line('Nothing waits for a person.');
    for (const { chain, role, reason, whatToDo } of stopped)
      out.line(`account ${role} on ${chain} is stopped: ${reason}\n  ${whatToDo}`);
    for (const { chain, role, slot, reason, fromBlock, toBlock, since, whatToDo } of slots)
      out.line(
        `slot ${slot} of the ${role} on ${chain} unproven since ${new Date(since).toISOString()}: ${reason}, blocks ${fromBlock ?? '?'} to ${toBlock ?? '?'}\n  ${whatToDo}`,
      );
    for (const { kind, chain, role, slot, hash, moved, whatToDo } of transactions) {
      const what = moved.map((one) => `${one.amount} of ${one.token} ${one.from} -> ${one.to}`);
      out.line(
        `${kind} ${hash ?? 'not read'} (number ${slot} of the ${role} account on ${chain}): ${what.join(', ') || 'moved nothing'}\n  ${whatToDo}`,
      );
    }
    for (const { id, stage, since, reason, whatToDo } of routes)
      out.line(
        `${id} ${stage} since ${new Date(since).toISOString()}${reason === null ? '' : `\n  ${reason}`}\n  ${whatToDo}`,
      );
  });
}

async function accounts(options: RestOptions): Promise<void> {
  const out = terminal(options.json);
  const answer = await operatorClient(options).call('GET /operator/accounts', {});
  out.result(answer, () => {
    out.line(columns([heading, ...answer.accounts.map(rowOf)]));
  });
}

const heading = ['chain', 'account', 'next nonce', 'chain nonce', 'stopped or stuck'];

function rowOf({
  chain,
  role,
  nextNonce,
  chainNonce,
  stopped,
  stuck,
}: OperatorAccount): readonly string[] {
  return [
    String(chain),
    role,
    String(nextNonce ?? ''),
    String(chainNonce ?? 'silent'),
    [
      ...(stopped === null ? [] : [stopped]),
      ...stuck.map(({ nonce, reason }) => `${nonce} is stuck: ${reason}`),
    ].join('; '),
  ];
}

async function audit(
  options: RestOptions & { readonly limit: string; readonly before?: string },
): Promise<void> {
  const out = terminal(options.json);
  const { limit, before } = options;
  const answer = await operatorClient(options).call('GET /operator/audit', {
    query: { limit, ...(before === undefined ? {} : { before }) },
  });
  out.result(answer, () => {
    if (answer.count === 0) out.line('No order was given yet.');
    for (const entry of answer.entries) {
      const { ts, operator, action, target, outcome, errorCode, reason } = entry;
      const end = errorCode === null ? outcome : `${outcome} ${errorCode}`;
      out.line(`${new Date(ts).toISOString()} ${operator}: ${action} ${target}: ${end}`);
      if (reason !== '') out.line(`  why: ${reason}`);
      for (const line of outcome === 'refused' ? [] : changeLines(entry)) out.line(`  ${line}`);
      out.line(`  ${entry.id}`);
    }
  });
}
