import { type CompareResult, createClient } from '@interline/client';
import type { Command } from 'commander';
import pc from 'picocolors';
import {
  requireRails,
  transferCommand,
  transferOf,
  type TransferOptions,
} from './transfer-command.ts';
import { type TokenFacts, tokenFacts } from '../rest/sign-and-send.ts';
import { columns } from '../show/lines.ts';
import { inTokens, type Terminal, terminal } from '../show/terminal.ts';
import { inTokenWords, sayingToPayer } from '../show/say-to-payer.ts';

export function compareCommand(): Command {
  return transferCommand('compare', 'what every rail of a lane would deliver, side by side')
    .addHelpText('after', '\nExample:\n  npx interline compare --from 8453 --to 42161 --amount 250')
    .action(compare);
}

async function compare(options: TransferOptions): Promise<void> {
  const out = terminal(options.json);
  const client = createClient({ baseUrl: options.url });
  await requireRails(client, options.without);
  const [source, destination] = await Promise.all([
    tokenFacts(client, options.from, options.token),
    tokenFacts(client, options.to, options.token),
  ]);
  const answer = await sayingToPayer(out.isJson, source, () =>
    client.compare(transferOf(options, source)),
  );
  out.result(answer, () => show(out, answer, source, destination));
}

function show(
  out: Terminal,
  { quotes, best, guard }: CompareResult,
  source: TokenFacts,
  destination: TokenFacts,
): void {
  out.line(
    columns([
      ['rail', 'delivers', 'seconds', 'lost', 'score', ''],
      ...quotes.map((quote) => rowOf(quote, source, destination)),
    ]),
  );
  out.line('');
  out.step('best', best || 'none');
  if (best === '') return;
  out.step('loses', lossWords(guard, source));
}

/** What the best one loses against par, and from which amount on that would be little enough. */
export function lossWords(
  { ok, effectiveFeePct, thresholdPct, recommendedMinInput }: CompareResult['guard'],
  { decimals, symbol }: Pick<TokenFacts, 'decimals' | 'symbol'>,
): string {
  const least = inTokens(recommendedMinInput, decimals, symbol);
  return ok
    ? `${effectiveFeePct} %; up to ${thresholdPct} % is worth paying`
    : `${effectiveFeePct} %; up to ${thresholdPct} % is worth paying: were it a fixed cost, from ${least} on`;
}

function rowOf(
  quote: CompareResult['quotes'][number],
  source: TokenFacts,
  { decimals, symbol }: TokenFacts,
): readonly string[] {
  if (!quote.ok)
    return [
      pc.dim(quote.rail),
      '-',
      '-',
      '-',
      '-',
      pc.dim(inTokenWords(quote.reason ?? '', source)),
    ];
  return [
    quote.best ? pc.green(quote.rail) : quote.rail,
    inTokens(quote.estOut, decimals, symbol),
    String(quote.etaSeconds),
    `${quote.effectiveFeePct} %`,
    String(quote.qualityScore),
    '',
  ];
}
