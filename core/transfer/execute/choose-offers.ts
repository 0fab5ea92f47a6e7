import { type JsonObject, noUnits } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import { collectOffers } from '../quote/collect-offers.ts';
import { cannotExecute } from '../quote/no-route.ts';
import type { RankedOffer } from '../quote/quote-route.ts';
import type { KeptOrder } from '../repository.ts';
import type { RailRefusal } from '../route.ts';
import type { ExecuteRequest } from './execute-route.ts';
import { needsLive, unaskedOffers } from './exclude-offers.ts';
import { floorFor } from './verify-order.ts';

export interface OfferChoice {
  /** Firm ways that meet the floor and may broadcast, best first. */
  readonly offers: readonly RankedOffer[];
  /** Those that would, had the request said `live: true`. */
  readonly optIn: readonly RankedOffer[];
  readonly refusals: readonly RailRefusal[];
  /** Ways that the request itself left out. */
  readonly excluded: readonly RailRefusal[];
}

export interface SortedOffers extends OfferChoice {
  /** Facts that ways show beside any quote of the pair, by the way's name. */
  readonly blocks: Readonly<Record<string, JsonObject>>;
}

/**
 * Ranks what can be executed. Throws the shared code of all refusals, or `NO_ROUTE`, where nothing
 * is left.
 */
export async function chooseOffers(
  ports: Pick<TransferPorts, 'registry'>,
  request: ExecuteRequest,
  kept: KeptOrder | null,
  signal: AbortSignal,
): Promise<OfferChoice> {
  const { offers, optIn, refusals, excluded } = await sortOffers(ports, request, kept, signal);
  if (offers.length + optIn.length === 0) throw cannotExecute(refusals, excluded);
  return { offers: request.dryRun ? [...offers, ...optIn] : offers, optIn, refusals, excluded };
}

/**
 * How every way of the lane stands to the request. A kept intent goes at the figures its sign
 * request promised.
 */
export async function sortOffers(
  ports: Pick<TransferPorts, 'registry'>,
  request: ExecuteRequest,
  kept: KeptOrder | null,
  signal: AbortSignal,
): Promise<SortedOffers> {
  const floor = floorFor(request, kept);
  const unasked = unaskedOffers(ports, request);
  const question = { ...request.quote, askedBy: request.client };
  const collected = await collectOffers(
    ports.registry,
    floor === noUnits ? question : { ...question, minOutput: floor },
    unasked.map(({ rail }) => rail),
    signal,
  );
  const refusals: RailRefusal[] = [...collected.refusals];
  const excluded: RailRefusal[] = [...unasked];
  const offers: RankedOffer[] = [];
  const optIn: RankedOffer[] = [];
  const priced = collected.priced.map(({ rail, quote }) => ({
    rail,
    quote:
      kept !== null && kept.railPackage === rail.manifest.id && kept.quote.rail === quote.rail
        ? kept.quote
        : quote,
  }));

  for (const { rail, quote } of priced) {
    if (quote.kind === 'indicative') {
      refusals.push({ rail: quote.rail, code: 'UNSUPPORTED_DIRECTION', reason: quote.reason });
    } else if (quote.minOutput < floor) {
      refusals.push({
        rail: quote.rail,
        code: 'BELOW_AGREED_OUTPUT',
        reason: `output ${quote.minOutput} is below the agreed ${floor}`,
      });
    } else if (rail.manifest.broadcast === 'opt-in' && request.live === null) {
      optIn.push({ railPackage: rail.manifest.id, quote });
      excluded.push({ rail: quote.rail, code: 'NO_ROUTE', reason: needsLive });
    } else {
      offers.push({ railPackage: rail.manifest.id, quote });
    }
  }
  return { offers, optIn, refusals, excluded, blocks: collected.blocks };
}
