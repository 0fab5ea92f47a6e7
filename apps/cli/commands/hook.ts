import type { HookState } from '@interline/client';
import { Command } from 'commander';
import { columns } from '../show/lines.ts';
import { terminal } from '../show/terminal.ts';
import { operatorClient, operatorCommand } from './operator-command.ts';
import { orderCommand } from './order-command.ts';
import type { RestOptions } from './shared-options.ts';

export function hookCommand(): Command {
  return new Command('hook')
    .addCommand(operatorCommand('dead', 'list webhooks of which every try failed').action(dead))
    .addCommand(
      orderCommand({
        name: 'redeliver',
        description: 'send the last event of a webhook again, under its old id',
        args: [['<id>', 'the webhook']],
        examples: ['interline hook redeliver wh_... --reason "their endpoint was down"'],
        isReasonOptional: true,
        send: (client, [id = ''], words) =>
          client.call('POST /operator/hooks/redeliver', { body: { id, ...words } }),
        show: (out, hook) =>
          out.line(
            `${hook.deliveryId} is sent again now; GET /api/hooks/${hook.id} shows what comes of it.`,
          ),
      }),
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
