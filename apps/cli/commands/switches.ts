import type { Command } from 'commander';
import { columns } from '../show/lines.ts';
import { terminal } from '../show/terminal.ts';
import { operatorClient, operatorCommand } from './operator-command.ts';
import { orderCommand } from './order-command.ts';
import type { RestOptions } from './shared-options.ts';

const scope = [
  '<scope>',
  'service, chain:8453, token:8453/USDC, lane:8453-42161, rail:floatlane or engine:lifi',
] as const;

export function pauseCommand(): Command {
  return orderCommand({
    name: 'pause',
    args: [scope],
    examples: [
      'interline pause chain:8453 --reason "its nodes disagree"',
      'interline pause service --dry-run',
    ],
    send: (client, [text = ''], words) =>
      client.call('POST /operator/pause', { body: { scope: text, ...words } }),
  });
}

export function drainCommand(): Command {
  return orderCommand({
    name: 'drain',
    args: [scope],
    examples: ['interline drain rail:aggregators --reason "update on Monday"'],
    send: (client, [text = ''], words) =>
      client.call('POST /operator/drain', { body: { scope: text, ...words } }),
  });
}

export function resumeCommand(): Command {
  return orderCommand({
    name: 'resume',
    args: [scope],
    examples: ['interline resume chain:8453 --reason "its nodes agree again"'],
    send: (client, [text = ''], words) =>
      client.call('POST /operator/resume', { body: { scope: text, ...words } }),
  });
}

export function switchesCommand(): Command {
  return operatorCommand('switches').action(switches);
}

async function switches(options: RestOptions): Promise<void> {
  const out = terminal(options.json);
  const answer = await operatorClient(options).call('GET /operator/switches', {});
  out.result(answer, () => {
    out.line(
      answer.count === 0
        ? 'Nothing is paused or draining.'
        : columns([
            ['scope', 'state', 'since', 'by', 'reason'],
            ...answer.switches.map((one) => [
              one.scope,
              one.state,
              new Date(one.since).toISOString(),
              one.by,
              one.reason,
            ]),
          ]),
    );
  });
}
