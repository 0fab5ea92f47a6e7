import type { RouteQuoteBody } from '@interline/client';
import type { Command } from 'commander';
import type { TokenFacts } from '../rest/token-facts.ts';
import { toUnits } from '../show/terminal.ts';
import { restCommand, type RestOptions, withoutOption } from './shared-options.ts';

/** Options every command that is about one transfer has. */
export interface TransferOptions extends RestOptions {
  readonly from: string;
  readonly to: string;
  readonly token: string;
  /** In whole tokens. */
  readonly amount: string;
  readonly without: readonly string[];
}

export function transferCommand(name: string, description: string): Command {
  return restCommand(name, description)
    .requiredOption('--from <chain>', 'source chain id, e.g. 8453')
    .requiredOption('--to <chain>', 'destination chain id, e.g. 42161')
    .requiredOption('--amount <amount>', 'how much, in whole tokens, e.g. 5 or 5.25')
    .option('--token <token>', 'symbol or address, on both sides', 'USDC')
    .addOption(withoutOption());
}

/** What the options say, as the service takes it. */
export function transferOf(
  { from, to, token, amount, without }: TransferOptions,
  source: Pick<TokenFacts, 'decimals'>,
) {
  return {
    fromChain: from,
    toChain: to,
    token,
    amount: toUnits(amount, source.decimals),
    ...(without.length === 0 ? {} : { excludeRails: without }),
  } satisfies RouteQuoteBody;
}
