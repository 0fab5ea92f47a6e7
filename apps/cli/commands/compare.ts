import type { CompareResult } from '@interline/client';
import type { Command } from 'commander';
import pc from 'picocolors';
import {
  askWithPass,
  passOption,
  type QuestionOptions,
  requireRails,
  showSpentPass,
  transferCommand,
  transferOf,
  withChains,
} from './transfer-command.ts';
import { privateOption, relayOption } from './shared-options.ts';
import { sourceToken, type SourceToken } from './source.ts';
import { columns } from '../show/lines.ts';
import { inTokens, type Terminal, terminal } from '../show/terminal.ts';
import { questionClient } from '../rest/question-client.ts';
import { readTokenAmounts } from '../show/token-amounts.ts';
import { inPayerWords, sayingToPayer } from '../show/say-to-payer.ts';
import { whileWaiting } from '../show/while-waiting.ts';

export function compareCommand(): Command {
  return transferCommand('compare')
    .addOption(passOption())
    .addOption(privateOption())
    .addOption(relayOption())
    .addHelpText(
      'after',
      '\nExamples:\n  npx interline compare --from 8453 --to 42161 --amount 250\n  npx interline compare --from 8453 --to bitcoin --amount 250',
    )
    .action(compare);
}

async function compare(given: QuestionOptions): Promise<void> {
  const out = terminal(given.json);
  const client = questionClient(given);
  const options = await withChains(client, given);
  await requireRails(client, options.without);
  const source = await sourceToken(client, options.from, options.token);
  const asked = transferOf(options, source);
  const amounts = await readTokenAmounts(client);
  const delivers = (units: string): string => amounts.of(units, asked.toChain, asked.toToken);
  const answer = await sayingToPayer(out.isJson, source, () =>
    whileWaiting(out, 'asking every rail', () =>
      askWithPass(client, options, (call, headers) =>
        call('POST /api/route/compare', { body: asked }, { headers }),
      ),
    ),
  );
  out.result(answer, () => show(out, answer, source, delivers));
  await showSpentPass(out, options);
}

function show(
  out: Terminal,
  { quotes, best, guard }: CompareResult,
  source: SourceToken,
  delivers: (units: string) => string,
): void {
  out.line(
    columns([
      ['rail', 'delivers', 'seconds', 'lost', 'score', ''],
      ...quotes.map((quote) => rowOf(quote, source, delivers)),
    ]),
  );
  out.line('');
  const priceOnly = quotes.find((quote) => quote.best && quote.quoteOnly);
  if (priceOnly !== undefined) return out.step('quote only', quoteOnlyWords(priceOnly));
  out.step('best', best || 'none');
  if (best === '') return;
  out.step('loses', lossWords(guard, source));
}

/** For a lane over which no transfer can be recommended. */
export function quoteOnlyWords({
  reason = 'these prices cannot be executed',
}: Pick<CompareResult['quotes'][number], 'reason'>): string {
  return `${reason}; nothing can be sent, so none is recommended`;
}

/** What the best one loses against par, and from which amount on that would be little enough. */
export function lossWords(
  { ok, effectiveFeePct, thresholdPct, recommendedMinInput }: CompareResult['guard'],
  { decimals, symbol }: SourceToken,
): string {
  const least = inTokens(recommendedMinInput, decimals, symbol);
  return ok
    ? `${effectiveFeePct} %; up to ${thresholdPct} % is worth paying`
    : `${effectiveFeePct} %; up to ${thresholdPct} % is worth paying: were it a fixed cost, from ${least} on`;
}

function rowOf(
  quote: CompareResult['quotes'][number],
  source: SourceToken,
  delivers: (units: string) => string,
): readonly string[] {
  if (!quote.ok)
    return [
      pc.dim(quote.rail),
      '-',
      '-',
      '-',
      '-',
      pc.dim(inPayerWords(quote.reason ?? '', source)),
    ];
  return [
    quote.best && !quote.quoteOnly ? pc.green(quote.rail) : quote.rail,
    delivers(quote.estOut),
    String(quote.etaSeconds),
    `${quote.effectiveFeePct} %`,
    String(quote.qualityScore),
    quote.quoteOnly ? pc.dim('quote only') : quote.needsLive ? pc.dim('with live: true') : '',
  ];
}
