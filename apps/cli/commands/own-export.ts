import { existsSync, writeFileSync } from 'node:fs';
import { ServiceError } from '@interline/client';
import { type Command, Option } from 'commander';
import { WrongStateError } from '../exit-codes.ts';
import { sessionOf } from '../rest/kept-session.ts';
import { restCommand, type RestOptions } from './shared-options.ts';

export function ownExportCommand(): Command {
  return restCommand('export', 'all routes of the wallet in one file')
    .addOption(
      new Option('--format <format>', 'the file format').choices(['csv', 'ndjson']).default('csv'),
    )
    .option(
      '-o, --output <file>',
      'the file to write, instead of standard output; an existing one is kept',
    )
    .action(exportAll);
}

async function exportAll({
  url,
  format,
  output,
}: RestOptions & { readonly format: string; readonly output?: string }): Promise<void> {
  // Asked first: the service gives few of these a minute.
  if (output !== undefined && existsSync(output)) throw taken(output);
  const { token } = await sessionOf(url).read(Date.now());
  const answer = await fetch(`${url}/api/account/export?format=${format}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await answer.text();
  // CAST: a refusal is an object.
  if (!answer.ok)
    throw new ServiceError(answer.status, JSON.parse(text) as Record<string, unknown>);
  if (output === undefined) {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync(output, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw isTaken(error) ? taken(output) : unwritable(output, error);
  }
  console.error(`written to ${output}`);
}

function taken(output: string): WrongStateError {
  return new WrongStateError(`${output} exists already; name another with --output`);
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

function unwritable(output: string, cause: unknown): WrongStateError {
  const why = cause instanceof Error && 'code' in cause ? String(cause.code) : 'an unknown reason';
  return new WrongStateError(`${output} cannot be written (${why}); name another with --output`, {
    cause,
  });
}
