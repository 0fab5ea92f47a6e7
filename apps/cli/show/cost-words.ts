import type { Quote } from '@interline/client';
import { inDecimals } from '@interline/kernel';
import type { SourceToken } from '../commands/source.ts';
import { inTokens } from './terminal.ts';
import type { TokenAmounts } from './token-amounts.ts';

type Cost = Pick<
  Quote,
  'svcRouteFee' | 'svcRouteFeeBps' | 'fees' | 'lost' | 'effectiveFeePct' | 'effectiveFeeBasis'
> & { readonly from: Pick<Quote['from'], 'amount'> };

/** What a transfer costs: our own charge, and all that is lost, an engine's spread and fees in it. */
export function costWords(quote: Cost, source: SourceToken): string {
  return [chargeWords(quote, source), lostWords(quote, source)].join('; ');
}

/**
 * The charge with its share of the amount, rounded up to hundredths of a basis point. Above the standard
 * charge it is for gas that the relayer fronts: added to it on a third party's rail, and in its place
 * on our own beyond the EVM.
 */
function chargeWords(
  { from, svcRouteFee, svcRouteFeeBps, fees: { gas } }: Cost,
  { decimals, symbol }: SourceToken,
): string {
  const amount = BigInt(from.amount);
  const hundredths = (BigInt(svcRouteFee) * 1_000_000n + amount - 1n) / amount;
  // The standard charge is itself rounded up to a whole unit.
  const isAbove = (BigInt(svcRouteFee) - 1n) * 10_000n >= amount * BigInt(svcRouteFeeBps);
  const why =
    gas !== '0'
      ? `${inTokens(gas, decimals, symbol)} of it for the gas that is fronted for you, the rest the standard ${svcRouteFeeBps} bps`
      : isAbove
        ? `above the standard ${svcRouteFeeBps} bps for the gas that is fronted for you`
        : `the standard charge is ${svcRouteFeeBps} bps`;
  return `our charge ${inTokens(svcRouteFee, decimals, symbol)} (${inDecimals(hundredths, 2)} bps; ${why})`;
}

function lostWords(
  { lost, effectiveFeePct, effectiveFeeBasis }: Cost,
  { decimals, symbol }: SourceToken,
): string {
  if (lost === undefined || effectiveFeePct === undefined || effectiveFeeBasis === 'charge')
    return 'what else is lost is unknown, since a token has no price now';
  const isMore = lost.startsWith('-');
  const units = isMore ? lost.slice(1) : lost;
  const pct = String(effectiveFeePct).replace('-', '');
  const at = effectiveFeeBasis === 'prices' ? ", at today's prices" : '';
  return `in all ${inTokens(units, decimals, symbol)} (${pct} %) ${isMore ? 'more' : 'less'} arrives than left${at}`;
}

/** What a payer signs, in one line: what arrives at least, our charge, and who carries it. */
export function quoteWords(
  quote: Pick<Quote, 'svcRouteFee' | 'bridge'> & {
    readonly to: Pick<Quote['to'], 'chain' | 'token' | 'estimated' | 'min'>;
    readonly compared: readonly Pick<Quote['compared'][number], 'rail' | 'best'>[];
  },
  { decimals, symbol }: SourceToken,
  amounts: Pick<TokenAmounts, 'of' | 'chain'>,
): string {
  const { chain, token, estimated, min } = quote.to;
  const arrives = (units: string): string => amounts.of(units, chain, token);
  return `${arrives(estimated)} on ${amounts.chain(chain)}, at least ${arrives(min)}; our charge ${inTokens(quote.svcRouteFee, decimals, symbol)}; by ${carrierWords(quote)}`;
}

/** The engine that carries it, and the bridge that it takes where that is another. */
export function carrierWords({
  bridge,
  compared,
}: Pick<Quote, 'bridge'> & {
  readonly compared: readonly Pick<Quote['compared'][number], 'rail' | 'best'>[];
}): string {
  const engine = compared.find(({ best }) => best)?.rail ?? bridge;
  return engine === bridge ? engine : `${engine}, over ${bridge}`;
}
