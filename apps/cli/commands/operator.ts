import { Command } from 'commander';
import { terminal } from '../show/terminal.ts';
import { readTokenAmounts } from '../show/token-amounts.ts';
import { beginLogCommand } from './operator-begin-log.ts';
import { operatorClient, operatorCommand } from './operator-command.ts';
import { auditLines } from './order-command.ts';
import type { RestOptions } from './shared-options.ts';

export function operatorCommands(): Command {
  return new Command('operator')
    .addCommand(
      operatorCommand('audit', 'list the orders that were given, the newest first')
        .option('--limit <count>', 'how many, at most 500', '50')
        .option('--before <id>', 'only entries before this one')
        .action(audit),
    )
    .addCommand(beginLogCommand());
}

async function audit(
  options: RestOptions & { readonly limit: string; readonly before?: string },
): Promise<void> {
  const out = terminal(options.json);
  const { limit, before } = options;
  const client = operatorClient(options);
  const answer = await client.call('GET /operator/audit', {
    query: { limit, ...(before === undefined ? {} : { before }) },
  });
  const amounts = await readTokenAmounts(client);
  out.result(answer, () => {
    if (answer.count === 0) out.line('No order was given yet.');
    for (const entry of answer.entries) {
      const { ts, operator, action, target, outcome, errorCode, reason } = entry;
      const end = errorCode === null ? outcome : `${outcome} ${errorCode}`;
      out.line(`${new Date(ts).toISOString()} ${operator}: ${action} ${target}: ${end}`);
      if (reason !== '') out.line(`  why: ${reason}`);
      for (const line of outcome === 'refused' ? [] : auditLines(entry, amounts))
        out.line(`  ${line}`);
      out.line(`  ${entry.id}`);
    }
  });
}
