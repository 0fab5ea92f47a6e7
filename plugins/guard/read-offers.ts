import {
  matchLane,
  type Offer,
  type Quote,
  type QuoteRequest,
  refuse,
  RelayError,
  rescale,
} from '@interline/kernel';
import type { RailManifest } from '@interline/ports';
import { firstIssue } from '../admission/show-found.ts';
import { offerShape } from './boundary-shapes.ts';
import { broken } from './plain-text.ts';

interface OfferSetting {
  readonly manifest: RailManifest;
  readonly request: QuoteRequest;
  readonly nowMs: number;
}

/**
 * Reads a rail's answer. A bad offer becomes a refusal of its engine; an answer with wrong engines
 * is a fault of the whole rail.
 */
export function readOffers(value: unknown, setting: OfferSetting): readonly Offer[] {
  const { id, ways } = setting.manifest;
  if (!Array.isArray(value))
    throw new RelayError(
      'RAIL_FAULT',
      { rail: id, step: 'offers' },
      broken(id, 'it answered no list of offers'),
    );
  const seen = new Set<string>();
  return value.map((item: unknown) => {
    const way = wayOf(item);
    if (way === null || !ways.includes(way) || seen.has(way)) {
      throw new RelayError(
        'RAIL_FAULT',
        { rail: id, step: 'offers' },
        broken(id, `its offers are not one for each of its own ways ${ways.join(', ')}`),
      );
    }
    seen.add(way);
    return readOffer(item, way, setting);
  });
}

function readOffer(item: unknown, way: string, setting: OfferSetting): Offer {
  const read = offerShape.safeParse(item);
  if (!read.success)
    return { rail: way, outcome: refuse('RAIL_FAULT', broken(way, firstIssue(read.error))) };
  // CAST: shape and bounds were just read; the brands say no more than that.
  const offer = read.data as Offer;
  if (!offer.outcome.ok) return { ...offer, rail: way };
  const violation = quoteViolation(offer.outcome.value, { ...setting, way });
  return violation === null
    ? { ...offer, rail: way }
    : { rail: way, outcome: refuse('RAIL_FAULT', broken(way, violation)) };
}

function wayOf(item: unknown): string | null {
  return typeof item === 'object' &&
    item !== null &&
    'rail' in item &&
    typeof item.rail === 'string'
    ? item.rail
    : null;
}

interface QuoteSetting {
  readonly manifest: RailManifest;
  readonly request: QuoteRequest;
  /** The way that the offer speaks for. */
  readonly way: string;
  readonly nowMs: number;
}

/** What is wrong with a well-shaped quote, in our own words, or null. */
function quoteViolation(
  quote: Quote,
  { manifest, request, way, nowMs }: QuoteSetting,
): string | null {
  const lane = matchLane(manifest.lanes, request.lane);
  if (lane === null) return 'it priced a lane that its manifest does not declare';
  if (lane.settles === 'indicative' && quote.kind === 'firm')
    return 'its quote is firm on a lane that its manifest only prices';
  if (quote.rail !== way) return `its quote names another way than its offer "${way}"`;
  if (quote.input !== request.amount)
    return `its quote takes ${quote.input} where ${request.amount} was asked for`;
  if (quote.minOutput > quote.output)
    return `it promises at least ${quote.minOutput} and expects only ${quote.output}`;
  if (quote.fee > quote.input) return `its fee ${quote.fee} is above the input ${quote.input}`;
  if (quote.gasFee !== undefined && quote.gasFee > quote.fee)
    return `its gas ${quote.gasFee} is above the whole fee ${quote.fee}`;
  if (isAboveInput(request, quote.output))
    return `it quotes ${quote.output} out of ${quote.input} of one asset`;
  if (quote.kind === 'firm' && quote.expiresAtMs <= nowMs)
    return 'its quote had expired when it came';
  return null;
}

/**
 * True if more comes out than goes in although both tokens represent one asset. Other pairs have no
 * such bound.
 */
export function isAboveInput(
  { from, to, amount }: Pick<QuoteRequest, 'from' | 'to' | 'amount'>,
  output: bigint,
): boolean {
  return from.asset === to.asset && output > rescale(amount, from.decimals, to.decimals);
}
