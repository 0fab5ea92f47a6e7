import type { Command } from 'commander';
import { chainOption, type RestOptions } from './shared-options.ts';

/** Which part of the books a command reads. */
export interface Days extends RestOptions {
  readonly from?: string;
  readonly to?: string;
  readonly chain?: string;
  readonly engine?: string;
}

export function withDays(command: Command): Command {
  return command
    .option('--from <day>', 'the first UTC day, as 2027-01-31')
    .option('--to <day>', 'the last UTC day')
    .addOption(chainOption())
    .option('--engine <name>', 'only routes on this engine');
}

/** As the service takes it. */
export function daysIn({ from, to, chain, engine }: Days) {
  return {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(chain === undefined ? {} : { chain }),
    ...(engine === undefined ? {} : { engine }),
  };
}
