import {
  type FirmQuote,
  type JsonObject,
  noUnits,
  type Order,
  type Plan,
  type Quote,
  type RailOutcome,
  refuse,
  type Units,
} from '@interline/kernel';
import type { RailManifest } from '@interline/ports';
import type { TransferPorts } from '../ports.ts';
import { collectOffers, railsOf } from '../quote/collect-offers.ts';
import { cannotExecute } from '../quote/rails-refused.ts';
import type { RankedOffer } from '../quote/quote-route.ts';
import type { KeptOrder } from '../repository.ts';
import { excludedByRequest, type RailRefusal } from '../route.ts';
import { refuseMoved } from './cost-of-order.ts';
import { type ExecuteRequest, isLive } from '../execute-request.ts';
import { agreedFloorOf } from './order-of.ts';
import { refuseTight } from './refuse-tight.ts';

export interface OfferChoice {
  /** Firm offers that meet the floor and may broadcast, best first. */
  readonly offers: readonly RankedOffer[];
  /** Those that may broadcast only with `live: true`, which the request does not say. */
  readonly optIn: readonly RankedOffer[];
  readonly refusals: readonly RailRefusal[];
  /** Engines that the request itself rules out. */
  readonly excluded: readonly RailRefusal[];
}

export interface SortedOffers extends OfferChoice {
  /** Facts that engines show beside any quote of the pair, by the engine's name. */
  readonly blocks: Readonly<Record<string, JsonObject>>;
}

/**
 * The offers that execute may take. Throws the shared code of all refusals, or `NO_ROUTE`, where
 * there is none.
 */
export async function chooseOffers(
  ports: Pick<TransferPorts, 'registry'>,
  request: ExecuteRequest,
  kept: KeptOrder | null,
  signal: AbortSignal,
): Promise<OfferChoice> {
  const { offers, optIn, refusals, excluded } = await sortOffers(ports, request, kept, signal);
  if (offers.length + optIn.length === 0) throw cannotExecute(refusals, excluded);
  return { offers: isLive(request) ? offers : [...offers, ...optIn], optIn, refusals, excluded };
}

/**
 * Sorts every engine of the lane by what the request allows. The engine of a kept order goes at the
 * figures its sign request promised.
 */
export async function sortOffers(
  ports: Pick<TransferPorts, 'registry'>,
  request: ExecuteRequest,
  kept: KeptOrder | null,
  signal: AbortSignal,
): Promise<SortedOffers> {
  const floor = agreedFloorOf(request, kept);
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
    const tight = tightnessOf(quote, { slippage: request.quote.slippage, minOutput: floor });
    if (!meetsFloor(quote, floor)) {
      refusals.push(refuseBelowFloor(quote, floor));
    } else if (tight !== null) {
      refusals.push(tight);
    } else if (rail.manifest.broadcast === 'opt-in' && request.live === null) {
      optIn.push({ railPackage: rail.manifest.id, quote });
      excluded.push({ rail: quote.rail, code: 'NO_ROUTE', reason: needsLive });
    } else {
      offers.push({ railPackage: rail.manifest.id, quote });
    }
  }
  return { offers, optIn, refusals, excluded, blocks: collected.blocks };
}

export function meetsFloor(quote: Quote, floor: Units): quote is FirmQuote {
  return quote.kind === 'firm' && quote.minOutput >= floor;
}

/** Why a quote that does not meet the floor cannot be executed. */
export function refuseBelowFloor(quote: Quote, floor: Units): RailRefusal {
  const { rail } = quote;
  return quote.kind === 'indicative'
    ? { rail, code: 'UNSUPPORTED_DIRECTION', reason: quote.reason }
    : {
        rail,
        code: 'BELOW_AGREED_OUTPUT',
        reason: `output ${quote.minOutput} is below the agreed ${floor}`,
      };
}

/** The refusal that the quote's plan would meet, where the quote shows that already; else null. */
export function tightnessOf(
  quote: Quote,
  agreed: Pick<Order, 'minOutput' | 'slippage'>,
): RailRefusal | null {
  if (quote.kind === 'indicative' || quote.keeps === undefined) return null;
  const refusal = refuseTight(agreed, { keeps: quote.keeps, output: quote.output });
  return refusal === null ? null : { rail: quote.rail, code: refusal.code, reason: refusal.reason };
}

const needsLive = 'broadcasts only with live: true';

/**
 * Every engine of the lane that the request itself rules out, known without asking a rail. The
 * route stores them, so that no fail-over takes one.
 */
export function excludedOffers(
  ports: Pick<TransferPorts, 'registry'>,
  request: ExecuteRequest,
): readonly RailRefusal[] {
  return ruledOut(
    ports,
    request,
    (manifest, engine) =>
      reasonNotToAsk(manifest, engine, request) ??
      (manifest.broadcast === 'opt-in' && request.live === null ? needsLive : null),
  );
}

/** Those that are not even asked for a price: `live: true` would not make them eligible. */
function unaskedOffers(
  ports: Pick<TransferPorts, 'registry'>,
  request: ExecuteRequest,
): readonly RailRefusal[] {
  return ruledOut(ports, request, (manifest, engine) => reasonNotToAsk(manifest, engine, request));
}

function ruledOut(
  { registry }: Pick<TransferPorts, 'registry'>,
  { quote }: ExecuteRequest,
  reasonAgainst: (manifest: RailManifest, engine: string) => string | null,
): readonly RailRefusal[] {
  return railsOf(registry, quote).flatMap(({ manifest }) =>
    manifest.ways.flatMap((engine) => {
      const reason = reasonAgainst(manifest, engine);
      return reason === null ? [] : [{ rail: engine, code: 'NO_ROUTE' as const, reason }];
    }),
  );
}

function reasonNotToAsk(
  manifest: RailManifest,
  engine: string,
  { excludeRails, onlyEnforced }: ExecuteRequest,
): string | null {
  if (excludeRails.includes(engine) || excludeRails.includes(manifest.id)) return excludedByRequest;
  return onlyEnforced && manifest.minOut !== 'enforced' ? 'does not enforce minOut itself' : null;
}

/**
 * The offer that the sign request was made with, where this request may still take it. Then no
 * other rail has to be asked.
 */
export function promisedOffer(
  { registry }: Pick<TransferPorts, 'registry'>,
  request: ExecuteRequest,
  kept: KeptOrder | null,
  excluded: readonly RailRefusal[],
): RankedOffer | null {
  if (kept === null || excluded.some(({ rail }) => rail === kept.quote.rail)) return null;
  const { quote, railPackage } = kept;
  return registry.byId(railPackage) === undefined || quote.minOutput < agreedFloorOf(request, kept)
    ? null
    : { railPackage, quote };
}

/** Asks the rail that gave the quote for the steps that fulfil it. */
async function planOffer(
  { registry }: Pick<TransferPorts, 'registry'>,
  order: Order,
  offer: RankedOffer,
  signal: AbortSignal,
): Promise<RailOutcome<Plan>> {
  const rail = registry.byId(offer.railPackage);
  return rail === undefined
    ? refuse('RAIL_DOWN', 'the rail is gone')
    : rail.plan(order, offer.quote, signal);
}

/**
 * The same, at the price that the order was kept with: refused where its cost moved too far. Null
 * for an offer that was priced just now.
 */
export async function planAtCost(
  ports: Pick<TransferPorts, 'registry' | 'chains' | 'price' | 'tokens'>,
  order: Order,
  offer: RankedOffer,
  kept: KeptOrder | null,
  signal: AbortSignal,
): Promise<RailOutcome<Plan>> {
  const [moved, plan] = await Promise.all([
    kept === null ? null : refuseMoved(ports, kept, signal),
    planOffer(ports, order, offer, signal),
  ]);
  return moved ?? (plan.ok ? (refuseTight(order, plan.value) ?? plan) : plan);
}
