import type { Desk } from '@interline/client';
import type { Command } from 'commander';
import { type Terminal, terminal } from '../show/terminal.ts';
import { operatorClient, operatorCommand } from './operator-command.ts';
import type { RestOptions } from './shared-options.ts';

export function deskCommand(name = 'desk'): Command {
  return operatorCommand(
    name,
    'everything that needs a person, the oldest first, with the command for each',
  ).action(desk);
}

async function desk(options: RestOptions): Promise<void> {
  const out = terminal(options.json);
  const answer = await operatorClient(options).call('GET /operator/desk', {});
  out.result(answer, () => {
    if (answer.entries.length === 0) out.line('Nothing waits for a person.');
    for (const entry of answer.entries) showEntry(out, entry);
    if (answer.more > 0) out.line(`and ${answer.more} more`);
  });
}

function showEntry(out: Terminal, entry: Desk['entries'][number]): void {
  const since = entry.since === null ? '' : ` since ${new Date(entry.since).toISOString()}`;
  out.line(`${entry.subject}: ${entry.state}${since}`);
  for (const [name, value] of Object.entries(entry.shows)) {
    const text = shown(value);
    if (text !== '') out.line(`    ${name}: ${text}`);
  }
  out.line(`  ${entry.whatToDo}`);
  for (const command of entry.commands) out.line(`  $ ${command}`);
}

/** Nothing for what is not there. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.join('; ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
