import { type Client, createClient, type HookState } from '@interline/client';
import { Command } from 'commander';
import { columns } from '../show/columns.ts';
import { terminal } from '../show/terminal.ts';
import { operatorTokenOf } from '../up/operator-token.ts';
import { type RestOptions, restCommand } from './shared-options.ts';

const needsToken = '\nNeeds the operator token: INTERLINE_OPERATOR_TOKEN, or operator.token in the data folder (INTERLINE_DATA).';

export function hookCommand(): Command {
  return new Command('hook').description('operator commands on webhooks')
    .addCommand(restCommand('dead', 'list webhooks of which every try failed').addHelpText('after', needsToken).action(dead))
    .addCommand(
      restCommand('redeliver', 'send the last event of a webhook again, under its old id').argument('<id>', 'the webhook').addHelpText('after', needsToken).action(redeliver),
    );
}

async function dead(options: RestOptions): Promise<void> {
  const out = terminal(options.json);
  const answer = await asOperator(options).call('GET /operator/hooks', {});
  out.result(answer, () => {
    out.line(answer.count === 0 ? 'No webhook is dead.' : columns([['webhook', 'route', 'tries', 'last'], ...answer.hooks.map(rowOf)]));
  });
}

function rowOf({ id, routeId, attempts }: HookState): readonly string[] {
  const last = attempts.at(-1);
  return [id, routeId, String(attempts.length), String(last?.httpStatus ?? last?.outcome ?? '')];
}

async function redeliver(id: string, options: RestOptions): Promise<void> {
  const out = terminal(options.json);
  const hook = await asOperator(options).call('POST /operator/hooks/redeliver', { body: { id } });
  out.result(hook, () => { out.line(`${hook.deliveryId} is sent again now; GET /api/hooks/${id} shows what comes of it.`); });
}

function asOperator({ url }: RestOptions): Client {
  return createClient({ baseUrl: url, headers: { authorization: `Bearer ${operatorTokenOf(process.env)}` } });
}
