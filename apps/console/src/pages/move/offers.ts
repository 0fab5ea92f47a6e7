import type { CompareResult, Scorecard } from '@interline/client';
import { unitsOf } from '../../format/amount.ts';

type Compared = CompareResult['quotes'][number];

/** An answer of one way, read once: a number that is missing makes it no offer. */
export type Offer =
  | {
      readonly kind: 'priced';
      readonly rail: string;
      readonly bridge: string;
      readonly arrives: bigint;
      readonly least: bigint;
      /** In the source token. */
      readonly fee: bigint;
      readonly parts: {
        readonly service: bigint;
        readonly gas: bigint;
        readonly engine: bigint | null;
      } | null;
      readonly etaSec: number;
      readonly score: number;
      readonly isBest: boolean;
      readonly needsLive: boolean;
    }
  /** A price that is never settled. */
  | {
      readonly kind: 'price-only';
      readonly rail: string;
      readonly arrives: bigint;
      readonly why: string;
    }
  | {
      readonly kind: 'refused';
      readonly rail: string;
      readonly why: string;
      readonly code: string;
      readonly minInput: bigint | null;
    };

export type PricedOffer = Extract<Offer, { kind: 'priced' }>;

export function offersOf({ quotes }: CompareResult): readonly Offer[] {
  return quotes.map(offerOf);
}

function offerOf(quote: Compared): Offer {
  const { rail, ok, reason = '', errorCode = '', fees } = quote;
  const [arrives, least, fee] = [quote.estOut, quote.minOut, quote.fee].map(unitsOf);
  if (!ok || arrives == null || arrives === 0n)
    return {
      kind: 'refused',
      rail,
      why: reason,
      code: errorCode,
      minInput: unitsOf(quote.minInput),
    };
  if (quote.quoteOnly || least == null || fee == null)
    return { kind: 'price-only', rail, arrives, why: reason };
  const [service, gas] = [unitsOf(fees?.service), unitsOf(fees?.gas)];
  return {
    kind: 'priced',
    rail,
    arrives,
    least,
    fee,
    bridge: quote.bridge ?? rail,
    parts:
      service === null || gas === null ? null : { service, gas, engine: unitsOf(fees?.engine) },
    etaSec: quote.etaSeconds,
    score: quote.qualityScore,
    isBest: quote.best,
    needsLive: quote.needsLive,
  };
}

/** What is looked at again before it is signed. */
export type ReviewedNumbers = Pick<PricedOffer, 'arrives' | 'least' | 'fee'>;

/** The way that was chosen where it still gives a price, else the best that settles. */
export function offerTaken(offers: readonly Offer[], chosen: string | null): PricedOffer | null {
  const priced = offers.filter((offer) => offer.kind === 'priced');
  return priced.find(({ rail }) => rail === chosen) ?? priced[0] ?? null;
}

/** What has to be left out for the service to take that one. */
export function excludedFor(offers: readonly Offer[], taken: PricedOffer): readonly string[] {
  const best = offerTaken(offers, null);
  if (best?.rail === taken.rail) return [];
  return offers.filter(({ rail }) => rail !== taken.rail).map(({ rail }) => rail);
}

/** How long it took before, on this lane. */
export function recordOf(
  card: Scorecard | null,
  rail: string,
  lane: { readonly fromChain: number | string; readonly toChain: number | string },
): { readonly samples: number; readonly medianSec: number } | null {
  const found = card?.rails
    .find((one) => one.rail === rail)
    ?.lanes.find(
      (one) =>
        String(one.fromChain) === String(lane.fromChain) &&
        String(one.toChain) === String(lane.toChain),
    );
  return found === undefined || found.medianSeconds === null
    ? null
    : { samples: found.samples, medianSec: found.medianSeconds };
}
