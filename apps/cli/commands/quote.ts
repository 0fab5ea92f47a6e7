import { createClient } from '@interline/client';
import type { Command } from 'commander';
import {
  requireRails,
  transferCommand,
  transferOf,
  type TransferOptions,
} from './transfer-command.ts';
import { tokenFacts } from '../rest/sign-and-send.ts';
import { inTokens, terminal } from '../show/terminal.ts';
import { sayingToPayer } from '../show/say-to-payer.ts';

export function quoteCommand(): Command {
  return transferCommand('quote', 'price a transfer')
    .addHelpText('after', '\nExample:\n  npx interline quote --from 8453 --to 42161 --amount 5')
    .action(quote);
}

async function quote(options: TransferOptions): Promise<void> {
  const out = terminal(options.json);
  const client = createClient({ baseUrl: options.url });
  await requireRails(client, options.without);
  const [source, destination] = await Promise.all([
    tokenFacts(client, options.from, options.token),
    tokenFacts(client, options.to, options.token),
  ]);
  const answer = await sayingToPayer(out.isJson, source, () =>
    client.quote(transferOf(options, source)),
  );
  out.result(answer, () => {
    out.step(
      'send',
      `${inTokens(answer.from.amount, source.decimals, source.symbol)} on ${options.from}`,
    );
    out.step(
      'receive',
      `${inTokens(answer.to.estimated, destination.decimals, destination.symbol)} on ${options.to}`,
    );
    out.step(
      'fee',
      `${inTokens(answer.svcRouteFee, source.decimals, source.symbol)} in all; the standard charge is ${answer.svcRouteFeeBps} bps`,
    );
    out.step(
      'by',
      `${answer.bridge}; ${answer.bestOf} third-party engines gave a price (all of them: interline compare)`,
    );
    if (answer.quoteOnlyReason !== undefined) out.step('quote only', answer.quoteOnlyReason);
  });
}
