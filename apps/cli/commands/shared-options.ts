import { Command, Option } from 'commander';
import { UsageError } from '../exit-codes.ts';

/** Options every command that talks to a service has. */
export interface RestOptions {
  readonly url: string;
  readonly json: boolean;
}

export function restCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .addOption(
      new Option('--url <url>', 'the service')
        .default(defaultUrl(), 'http://127.0.0.1:PORT, PORT from the environment or 8787')
        .env('INTERLINE_URL')
        .argParser(readUrl),
    )
    .addOption(jsonOption());
}

/** Where a service runs, for a command that has no `--url`. */
export function serviceUrl(): string {
  return readUrl(process.env['INTERLINE_URL'] ?? defaultUrl());
}

/** Engines that are not to be asked; a package's name leaves out all of its engines. */
export function withoutOption(): Option {
  return new Option(
    '--without <rails>',
    'rails to leave out, e.g. floatlane, or aggregators for all third parties',
  )
    .argParser((names: string) => names.split(','))
    .default([], 'none');
}

/**
 * A password in it would be printed with every message, so it is not taken; nor is the text
 * repeated here.
 */
export function readUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError('--url must be an http or https URL, such as http://127.0.0.1:8787');
  if (url.username !== '' || url.password !== '')
    throw new UsageError('--url must not have a user or password in it');
  return text.replace(/\/+$/, '');
}

/** No part of the config: it is right once, and never at the next start. */
export function acceptHistoryOption(): Option {
  return new Option(
    '--accept-history',
    'start on an empty store although the accounts have sent transactions before; without it that is refused (STORE_EMPTY), on a devnet never',
  ).default(false, 'off');
}

export function chainOption(): Option {
  return new Option('--chain <chain>', 'only this chain');
}

export function jsonOption(): Option {
  return new Option('--json', 'print the result as JSON, and nothing else').default(false, 'off');
}

export function defaultUrl(): string {
  return `http://127.0.0.1:${process.env['PORT'] ?? '8787'}`;
}
