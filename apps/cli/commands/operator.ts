import { type Client, createClient, type OperatorAccount } from '@interline/client';
import { Command } from 'commander';
import { columns, showProgress, showReceipt } from '../show/lines.ts';
import { terminal } from '../show/terminal.ts';
import { operatorTokenOf } from '../up/operator-token.ts';
import { restCommand, type RestOptions } from './shared-options.ts';

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
      operatorCommand(
        'resume-account',
        "bring a stopped account forward to the chain's nonce and let it run, after you have looked",
      )
        .argument('<chain>', 'the chain')
        .argument('<role>', 'spender or float')
        .action(resume),
    )
    .addCommand(
      operatorCommand(
        'release-route',
        'let a quarantined route go on, or end it where the chain shows it paid',
      )
        .argument('<id>', 'the route')
        .action(release),
    );
}

async function attention(options: RestOptions): Promise<void> {
  const out = terminal(options.json);
  const attention = await operatorClient(options).call('GET /operator/attention', {});
  const { routes, accounts: stopped, transactions } = attention;
  out.result(attention, () => {
    if (routes.length + stopped.length + transactions.length === 0)
      out.line('Nothing waits for a person.');
    for (const { chain, role, reason, whatToDo } of stopped)
      out.line(`account ${role} on ${chain} is stopped: ${reason}\n  ${whatToDo}`);
    for (const { kind, chain, role, slot, hash, moved, whatToDo: advice } of transactions) {
      const what = moved.map((one) => `${one.amount} of ${one.token} ${one.from} -> ${one.to}`);
      out.line(
        `${kind} ${hash ?? 'not read'} (number ${slot} of the ${role} account on ${chain}): ${what.join(', ') || 'moved nothing'}\n  ${advice}`,
      );
    }
    for (const { id, stage, since, whatToDo } of routes)
      out.line(`${id} ${stage} since ${new Date(since).toISOString()}\n  ${whatToDo}`);
  });
}

async function accounts(options: RestOptions): Promise<void> {
  const out = terminal(options.json);
  const answer = await operatorClient(options).call('GET /operator/accounts', {});
  out.result(answer, () => {
    out.line(columns([heading, ...answer.accounts.map(rowOf)]));
  });
}

const heading = ['chain', 'account', 'next nonce', 'chain nonce', 'stopped'];

function rowOf({
  chain,
  role,
  nextNonce,
  chainNonce,
  stopped,
}: OperatorAccount): readonly string[] {
  return [
    String(chain),
    role,
    String(nextNonce ?? ''),
    String(chainNonce ?? 'silent'),
    stopped ?? '',
  ];
}

async function resume(chain: string, role: string, options: RestOptions): Promise<void> {
  const out = terminal(options.json);
  // CAST: the service reads the role, and says of a wrong one which there are.
  const account = await operatorClient(options).call('POST /operator/accounts/resume', {
    body: { chain, role: role as OperatorAccount['role'] },
  });
  out.result(account, () => {
    out.line(columns([heading, rowOf(account)]));
  });
}

async function release(id: string, options: RestOptions): Promise<void> {
  const out = terminal(options.json);
  const receipt = await operatorClient(options).call('POST /operator/routes/release', {
    body: { id },
  });
  out.result(receipt, () => {
    showProgress(out, receipt);
    showReceipt(out, receipt);
  });
}

/** A command that only the operator of the service may give. */
export function operatorCommand(name: string, description: string): Command {
  return restCommand(name, description).addHelpText(
    'after',
    '\nNeeds the operator token: INTERLINE_OPERATOR_TOKEN, or operator.token in the data folder (INTERLINE_DATA).',
  );
}

/** Shows the service the token that this machine has; throws where it has none. */
export function operatorClient({ url }: RestOptions): Client {
  return createClient({
    baseUrl: url,
    headers: { authorization: `Bearer ${operatorTokenOf(process.env)}` },
  });
}
