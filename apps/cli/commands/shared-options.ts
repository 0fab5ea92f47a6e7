import { Command, InvalidArgumentError, Option } from 'commander';
import { defaultUrl, readRelayUrl, readUrl } from '../rest/service-url.ts';

/** Options every command that talks to a service has. */
export interface RestOptions {
  readonly url: string;
  readonly json: boolean;
}

/** Options of a command whose questions can go through the private lane. */
export interface LaneOptions extends RestOptions {
  /** Whether they are sealed, and go through a relay. */
  readonly private: boolean;
  /** Which one. */
  readonly relay?: string;
}

/** A command of the table has its description there; one below another brings it. */
export function restCommand(name: string, description = ''): Command {
  return new Command(name).description(description).addOption(urlOption()).addOption(jsonOption());
}

export function urlOption(): Option {
  return new Option('--url <url>', 'the service')
    .default(defaultUrl(), 'http://127.0.0.1:PORT, PORT from the environment or 8787')
    .env('INTERLINE_URL')
    .argParser(readUrl);
}

/** A command whose questions can go through the private lane. */
export function laneCommand(name: string, description = ''): Command {
  return restCommand(name, description).addOption(privateOption()).addOption(relayOption());
}

/** Sealed, all that the command asks goes through a relay. */
export function privateOption(): Option {
  return new Option(
    '--private',
    'seal what is asked and send it through a relay, so that the service does not learn who asks; the keys for it are asked of the service itself at the first use, and after more than a week without one: it sees your address then',
  ).default(false, 'off');
}

export function relayOption(): Option {
  return new Option(
    '--relay <url>',
    'with --private: the relay to go through, from now on; left out, the first one that the service named',
  ).argParser(readRelayUrl);
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

/** Reads a whole number from 1 to `most`. */
export function wholeUpTo(most: number): (text: string) => number {
  return (text) => {
    const value = /^[1-9][0-9]{0,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value <= most) return value;
    throw new InvalidArgumentError(`wanted a whole number from 1 to ${most}`);
  };
}

/** Reads a list that is separated by commas. */
export function commas(text: string): readonly string[] {
  return text.split(',');
}
