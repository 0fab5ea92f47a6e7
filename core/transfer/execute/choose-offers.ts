import {
  type FirmQuote,
  type JsonObject,
  noUnits,
  type Order,
  type Plan,
  type Ppm,
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
import { askersOf, type ExecuteRequest } from '../execute-request.ts';
import { agreedFloorOf } from './order-of.ts';
import { ownTightnessOf, refuseTight, tightnessOf } from './refuse-tight.ts';

export interface OfferChoice {
  /** Firm offers that meet the floor and may broadcast, best first. */
  readonly offers: readonly RankedOffer[];
  /** Offers that may broadcast only with `live: true`, which the request does not have. */
  readonly optIn: readonly RankedOffer[];
  /** Both in one ranking, as for a quote, for a request that only asks. */
  readonly ranked: readonly RankedOffer[];
  readonly refusals: readonly RailRefusal[];
  /** Engines that the request itself excludes. */
  readonly excluded: readonly RailRefusal[];
  /**
   * The minimum that must arrive: the agreed one, otherwise what the first offer promises, as a
   * sign request made now would.
   */
  readonly floor: Units;
}

export interface SortedOffers extends OfferChoice {
  /** Facts that engines attach to any quote of the pair, by engine name. */
  readonly blocks: Readonly<Record<string, JsonObject>>;
}

/** The offers that execute may take. Throws the refusal if there is none. */
export async function chooseOffers(
  ports: Pick<TransferPorts, 'registry'>,
  request: ExecuteRequest,
  kept: KeptOrder | null,
  signal: AbortSignal,
): Promise<OfferChoice> {
  const sorted = await sortOffers(ports, request, kept, signal);
  if (sorted.ranked.length === 0) throw cannotExecute(sorted.refusals, sorted.excluded);
  return sorted;
}

/**
 * Sorts every engine of the lane by what the request allows. A kept order's engine uses the figures
 * that its sign request promised.
 */
export async function sortOffers(
  ports: Pick<TransferPorts, 'registry'>,
  request: ExecuteRequest,
  kept: KeptOrder | null,
  signal: AbortSignal,
): Promise<SortedOffers> {
  // A mandate's agent cannot agree to less for the payer: its minOut can only raise the floor.
  const agreed = request.mandate === undefined ? agreedFloorOf(request, kept) : null;
  const unasked = unaskedOffers(ports, request);
  const question = { ...request.quote, askedBy: askersOf(request) };
  const collected = await collectOffers(
    ports.registry,
    agreed === null || agreed === noUnits ? question : { ...question, minOutput: agreed },
    unasked.map(({ rail }) => rail),
    signal,
  );
  const { slippage } = request.quote;
  const priced = collected.priced.map(({ rail, quote }) => ({
    quote:
      kept !== null && kept.railPackage === rail.manifest.id && kept.quote.rail === quote.rail
        ? kept.quote
        : quote,
    railPackage: rail.manifest.id,
    waits: needsLive(rail.manifest, request),
  }));
  const first =
    agreed === null
      ? (firstOf(
          priced.filter(({ waits }) => !waits),
          slippage,
        ) ?? firstOf(priced, slippage))
      : null;
  const floor = agreed ?? higherOf(first?.minOutput, request.minOut);
  const refusals: RailRefusal[] = [...collected.refusals];
  const excluded: RailRefusal[] = [...unasked];
  const ranked: RankedOffer[] = [];
  const optIn: RankedOffer[] = [];
  for (const { quote, railPackage, waits } of priced) {
    const tight =
      agreed === null
        ? ownTightnessOf(quote, slippage)
        : tightnessOf(quote, { slippage, minOutput: agreed });
    if (!isEnough(quote, floor, first)) {
      refusals.push(refuseBelowFloor(quote, floor, first));
    } else if (tight !== null) {
      refusals.push(tight);
    } else {
      const offer = { railPackage, quote };
      ranked.push(offer);
      if (!waits) continue;
      optIn.push(offer);
      excluded.push({ rail: quote.rail, code: 'NO_ROUTE', reason: onlyLive });
    }
  }
  const offers = ranked.filter((one) => !optIn.includes(one));
  return { offers, optIn, ranked, refusals, excluded, floor, blocks: collected.blocks };
}

function higherOf(promised: Units = noUnits, asked: Units | null): Units {
  return asked !== null && asked > promised ? asked : promised;
}

/** The best offer that can be taken at its own minimum; null if there is none. */
function firstOf(priced: readonly { readonly quote: Quote }[], slippage: Ppm): FirmQuote | null {
  for (const { quote } of priced) {
    if (quote.kind === 'indicative') continue;
    if (ownTightnessOf(quote, slippage) === null) return quote;
  }
  return null;
}

/**
 * Whether the offer may be tried. Another engine was not asked to promise this floor, so its plan
 * decides whether it holds.
 */
function isEnough(quote: Quote, floor: Units, first: FirmQuote | null): quote is FirmQuote {
  return first === null ? meetsFloor(quote, floor) : quote.kind === 'firm' && quote.output >= floor;
}

export function meetsFloor(quote: Quote, floor: Units): quote is FirmQuote {
  return quote.kind === 'firm' && quote.minOutput >= floor;
}

/**
 * Why a quote below the floor cannot be executed. `first`: the offer whose minimum is the floor.
 */
export function refuseBelowFloor(
  quote: Quote,
  floor: Units,
  first: FirmQuote | null = null,
): RailRefusal {
  const { rail } = quote;
  if (quote.kind === 'indicative')
    return { rail, code: 'UNSUPPORTED_DIRECTION', reason: quote.reason };
  const reason =
    first === null
      ? `output ${quote.minOutput} is below the agreed ${floor}`
      : `output ${quote.output} is below ${floor}, the least that ${first.rail} promises; a lower minOut lets it in`;
  return { rail, code: 'BELOW_AGREED_OUTPUT', reason };
}

const onlyLive = 'broadcasts only with live: true';

function needsLive(
  { broadcast }: Pick<RailManifest, 'broadcast'>,
  { live }: Pick<ExecuteRequest, 'live'>,
): boolean {
  return broadcast === 'opt-in' && live === null;
}

/**
 * Every engine of the lane that the request itself excludes, known without asking a rail. The route
 * stores them, so that no failover uses one.
 */
export function excludedOffers(
  ports: Pick<TransferPorts, 'registry'>,
  request: ExecuteRequest,
): readonly RailRefusal[] {
  return ruledOut(
    ports,
    request,
    (manifest, engine) =>
      reasonNotToAsk(manifest, engine, request) ?? (needsLive(manifest, request) ? onlyLive : null),
  );
}

/**
 * Engines that are not even asked for a price, because `live: true` would not make them eligible.
 */
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
 * The offer that the sign request was made with, if this request may still take it. Then no other
 * rail is asked.
 */
export function promisedOffer(
  { registry }: Pick<TransferPorts, 'registry'>,
  request: ExecuteRequest,
  kept: KeptOrder | null,
  excluded: readonly RailRefusal[],
): RankedOffer | null {
  if (kept === null || excluded.some(({ rail }) => rail === kept.quote.rail)) return null;
  const { quote, railPackage } = kept;
  const floor = request.minOut ?? kept.order.minOutput;
  return registry.byId(railPackage) === undefined || quote.minOutput < floor
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
 * The same at the price of the kept order; refused if its cost moved too far. Null for an offer
 * that was priced just now.
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
