import { createClient } from '@interline/client';
import type { Command } from 'commander';
import { requireRails } from '../rest/known-rails.ts';
import { tokenFacts } from '../rest/token-facts.ts';
import { inTokens, terminal, toUnits } from '../show/terminal.ts';
import { type RestOptions, restCommand, withoutOption } from './shared-options.ts';

interface QuoteOptions extends RestOptions {
  readonly from: string;
  readonly to: string;
  readonly token: string;
  readonly amount: string;
  readonly without: readonly string[];
}

export function quoteCommand(): Command {
  return restCommand('quote', 'price a transfer')
    .requiredOption('--from <chain>', 'source chain id, e.g. 8453')
    .requiredOption('--to <chain>', 'destination chain id, e.g. 42161')
    .requiredOption('--amount <amount>', 'how much, in whole tokens, e.g. 5 or 5.25')
    .option('--token <token>', 'symbol or address, on both sides', 'USDC')
    .addOption(withoutOption())
    .addHelpText('after', '\nExample:\n  npx interline quote --from 8453 --to 42161 --amount 5')
    .action(quote);
}

async function quote(options: QuoteOptions): Promise<void> {
  const out = terminal(options.json);
  const client = createClient({ baseUrl: options.url });
  await requireRails(client, options.without);
  const [source, destination] = await Promise.all([tokenFacts(client, options.from, options.token), tokenFacts(client, options.to, options.token)]);
  const answer = await client.quote({
    fromChain: options.from, toChain: options.to, token: options.token, amount: toUnits(options.amount, source.decimals),
    ...(options.without.length === 0 ? {} : { excludeRails: options.without }),
  });
  out.result(answer, () => {
    out.step('send', `${inTokens(answer.from.amount, source.decimals, source.symbol)} on ${options.from}`);
    out.step('receive', `${inTokens(answer.to.estimated, destination.decimals, destination.symbol)} on ${options.to}`);
    out.step('fee', inTokens(answer.svcRouteFee, source.decimals, source.symbol));
    out.step('by', `${answer.bridge}; ${answer.bestOf} third-party engines gave a price (all of them: interline compare)`);
    if (answer.quoteOnlyReason !== undefined) out.step('quote only', answer.quoteOnlyReason);
  });
}
