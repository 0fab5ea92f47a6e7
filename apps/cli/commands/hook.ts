import type { HookState } from '@interline/client';
import { Command } from 'commander';
import { columns } from '../show/lines.ts';
import { terminal } from '../show/terminal.ts';
import { operatorClient, operatorCommand } from './operator.ts';
import type { RestOptions } from './shared-options.ts';

export function hookCommand(): Command {
  return new Command('hook')
    .description('operator commands on webhooks')
    .addCommand(operatorCommand('dead', 'list webhooks of which every try failed').action(dead))
    .addCommand(
      operatorCommand('redeliver', 'send the last event of a webhook again, under its old id')
        .argument('<id>', 'the webhook')
        .action(redeliver),
    );
}

async function dead(options: RestOptions): Promise<void> {
  const out = terminal(options.json);
  const answer = await operatorClient(options).call('GET /operator/hooks', {});
  out.result(answer, () => {
    out.line(
      answer.count === 0
        ? 'No webhook is dead.'
        : columns([['webhook', 'route', 'tries', 'last'], ...answer.hooks.map(rowOf)]),
    );
  });
}

function rowOf({ id, routeId, attempts }: HookState): readonly string[] {
  const last = attempts.at(-1);
  return [id, routeId, String(attempts.length), String(last?.httpStatus ?? last?.outcome ?? '')];
}

async function redeliver(id: string, options: RestOptions): Promise<void> {
  const out = terminal(options.json);
  const hook = await operatorClient(options).call('POST /operator/hooks/redeliver', {
    body: { id },
  });
  out.result(hook, () => {
    out.line(`${hook.deliveryId} is sent again now; GET /api/hooks/${id} shows what comes of it.`);
  });
}
