import type { FirmQuote, JsonObject, RelayError, Units } from '@interline/kernel';
import { type SortedOffers, sortOffers } from '../execute/choose-offers.ts';
import { askersOf, type ExecuteRequest } from '../execute-request.ts';
import { allowRoom, ownTightnessOf } from '../execute/refuse-tight.ts';
import type { TransferPorts } from '../ports.ts';
import { collectOffers } from '../quote/collect-offers.ts';
import { cannotExecute } from '../quote/rails-refused.ts';
import type { RankedOffer } from '../quote/quote-route.ts';
import type { KeptOrder } from '../repository.ts';
import type { RailRefusal } from '../route.ts';
import { blockerOf, type Findings } from './findings.ts';

export interface InspectedOffers extends Findings {
  /** In execute's order of attempts; those that need `live: true` come last. */
  readonly offers: readonly RankedOffer[];
  /** The same in a quote's ranking. */
  readonly ranked: readonly RankedOffer[];
  /** Why the other engines are missing. */
  readonly refusals: readonly RailRefusal[];
  /** Engines that the request itself excludes. */
  readonly excluded: readonly RailRefusal[];
  /** The minimum that must arrive. */
  readonly floor: Units;
}

/**
 * The offers that would carry the transfer. If there is none, that is one blocker, because a fix
 * for any one engine is enough.
 */
export async function inspectOffers(
  ports: Pick<TransferPorts, 'registry'>,
  request: ExecuteRequest,
  kept: KeptOrder | null,
  signal: AbortSignal,
): Promise<InspectedOffers> {
  const sorted = await sortOffers(ports, request, kept, signal);
  const offers = [...sorted.offers, ...sorted.optIn];
  const { ranked, refusals, excluded, floor } = sorted;
  const inspected = { offers, ranked, refusals, excluded, floor };
  if (offers.length > 0) return { blockers: [], warnings: liveWarnings(sorted), ...inspected };
  const refusal = cannotExecute(refusals, excluded);
  const promise = refusals.some(({ code }) => code === 'BELOW_AGREED_OUTPUT')
    ? await bestPromise(ports, request, signal)
    : null;
  return {
    blockers: [{ ...blockerOf(refusal), fix: fixOf(request, sorted, promise, refusal) }],
    warnings: [],
    ...inspected,
  };
}

function liveWarnings({ offers, optIn }: SortedOffers): readonly string[] {
  if (optIn.length === 0) return [];
  const names = optIn.map(({ quote }) => quote.rail).join(', ');
  return [
    `${names}: broadcast only with live: true${offers.length === 0 ? '; without it execute only rehearses' : ''}`,
  ];
}

/** The largest minimum that any engine promises if the request has no floor. */
async function bestPromise(
  { registry }: Pick<TransferPorts, 'registry'>,
  request: ExecuteRequest,
  signal: AbortSignal,
): Promise<FirmQuote | null> {
  const { quote, excludeRails } = request;
  const { priced } = await collectOffers(
    registry,
    { ...quote, askedBy: askersOf(request) },
    excludeRails,
    signal,
  );
  return priced
    .map((offer) => offer.quote)
    .filter((one) => one.kind === 'firm')
    .reduce<FirmQuote | null>(
      (best, one) => (best === null || one.minOutput > best.minOutput ? one : best),
      null,
    );
}

/** What would make some engine accept, with figures; otherwise the catalogue's advice. */
function fixOf(
  { quote: { from, to, amount, slippage } }: ExecuteRequest,
  { refusals, excluded, blocks }: SortedOffers,
  promise: FirmQuote | null,
  refusal: RelayError,
): string {
  const cures = [
    ...leastInput(refusals, amount).map(
      ({ rail, minInput }) => `send at least ${minInput} of ${from.symbol} (${rail})`,
    ),
    ...refusals.flatMap(({ rail, code }) =>
      (code === 'INSUFFICIENT_FLOAT' ? capOf(blocks[rail]) : []).map(
        (cap) => `send at most ${cap} of ${from.symbol} (${rail}) or try again shortly`,
      ),
    ),
    ...(promise === null
      ? []
      : ownTightnessOf(promise, slippage) !== null
        ? [`${allowRoom} in the sign request (${promise.rail})`]
        : [`lower minOut to ${promise.minOutput} of ${to.symbol} (${promise.rail})`]),
    ...(excluded.length === 0
      ? []
      : [`take ${excluded.map(({ rail }) => rail).join(', ')} out of excludeRails`]),
  ];
  if (cures.length === 0) return blockerOf(refusal).fix;
  const text = cures.join(', or ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** The lowest minimum above the amount, if an engine stated one. */
function leastInput(refusals: readonly RailRefusal[], amount: bigint) {
  const named = refusals.flatMap(({ rail, minInput }) =>
    minInput !== undefined && minInput > amount ? [{ rail, minInput }] : [],
  );
  return named.sort((a, b) => (a.minInput < b.minInput ? -1 : 1)).slice(0, 1);
}

/** The engine's positive `capNow`, if it reports one. */
function capOf(block: JsonObject | undefined): readonly string[] {
  const cap = block?.['capNow'];
  return typeof cap === 'string' && /^[1-9][0-9]*$/.test(cap) ? [cap] : [];
}
