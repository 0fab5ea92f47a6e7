import { Command, Option } from 'commander';

/** Options every command that talks to a service has. */
export interface RestOptions {
  readonly url: string;
  readonly json: boolean;
}

export function restCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .addOption(new Option('--url <url>', 'the service').default(defaultUrl(), 'http://127.0.0.1:PORT, PORT from the environment or 8787').env('INTERLINE_URL'))
    .addOption(jsonOption());
}

/** Ways that are not to be asked; a package's name takes all of its ways. */
export function withoutOption(): Option {
  return new Option('--without <rails>', 'rails to leave out, e.g. floatlane, or aggregators for all third parties')
    .argParser((names: string) => names.split(',')).default([], 'none');
}

export function jsonOption(): Option {
  return new Option('--json', 'print the result as JSON, and nothing else').default(false, 'off');
}

export function defaultUrl(): string {
  return `http://127.0.0.1:${process.env['PORT'] ?? '8787'}`;
}
