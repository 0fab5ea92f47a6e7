import type { Command } from 'commander';
import pc from 'picocolors';
import { isRecord, textField } from '../rest/read-field.ts';
import { type JsonRecord, serviceClient } from '../rest/service-client.ts';
import { type TokenFacts, tokenFacts } from '../rest/token-facts.ts';
import { columns } from '../show/columns.ts';
import { inTokens, type Terminal, terminal, toUnits } from '../show/terminal.ts';
import { type RestOptions, restCommand, withoutOption } from './shared-options.ts';

interface CompareOptions extends RestOptions {
  readonly from: string;
  readonly to: string;
  readonly token: string;
  readonly amount: string;
  readonly without: readonly string[];
}

export function compareCommand(): Command {
  return restCommand('compare', 'what every rail of a lane would deliver, side by side')
    .requiredOption('--from <chain>', 'source chain id, e.g. 8453')
    .requiredOption('--to <chain>', 'destination chain id, e.g. 42161')
    .requiredOption('--amount <amount>', 'how much, in whole tokens, e.g. 5 or 5.25')
    .option('--token <token>', 'symbol or address, on both sides', 'USDC')
    .addOption(withoutOption())
    .addHelpText('after', '\nExample:\n  npx interline compare --from 8453 --to 42161 --amount 250')
    .action(compare);
}

async function compare(options: CompareOptions): Promise<void> {
  const out = terminal(options.json);
  const client = serviceClient(options.url);
  const [source, destination] = await Promise.all([tokenFacts(client, options.from, options.token), tokenFacts(client, options.to, options.token)]);
  const answer = await client.post('/api/route/compare', {
    fromChain: options.from, toChain: options.to, token: options.token, amount: toUnits(options.amount, source.decimals),
    ...(options.without.length === 0 ? {} : { excludeRails: options.without }),
  });
  out.result(answer, () => show(out, answer, source, destination));
}

function show(out: Terminal, answer: JsonRecord, source: TokenFacts, destination: TokenFacts): void {
  const quotes = (Array.isArray(answer['quotes']) ? answer['quotes'] : []).filter(isRecord);
  out.line(columns([['rail', 'delivers', 'seconds', 'lost', 'score', ''], ...quotes.map((quote) => rowOf(quote, destination))]));
  out.line('');
  out.step('best', textField(answer, 'best') || 'none');
  out.step('worth from', inTokens(textField(answer, 'guard', 'recommendedMinInput'), source.decimals, source.symbol));
}

function rowOf(quote: JsonRecord, { decimals, symbol }: TokenFacts): readonly string[] {
  const rail = textField(quote, 'rail');
  if (quote['ok'] !== true) return [pc.dim(rail), '-', '-', '-', '-', pc.dim(textField(quote, 'reason'))];
  return [
    quote['best'] === true ? pc.green(rail) : rail, inTokens(textField(quote, 'estOut'), decimals, symbol),
    textField(quote, 'etaSeconds'), `${textField(quote, 'effectiveFeePct')} %`, textField(quote, 'qualityScore'), '',
  ];
}
