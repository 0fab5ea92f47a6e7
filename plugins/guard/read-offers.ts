import { type Offer, type QuoteRequest, refuse, RelayError } from '@interline/kernel';
import type { RailManifest } from '@interline/ports';
import { firstIssue } from '../admission/first-issue.ts';
import { broken } from './broken-contract.ts';
import { offerShape } from './offer-shape.ts';
import { quoteViolation } from './quote-violation.ts';

export interface OfferSetting {
  readonly manifest: RailManifest;
  readonly request: QuoteRequest;
  readonly nowMs: number;
}

/**
 * Reads a rail's answer. A bad offer becomes a refusal of its way; an answer whose ways are wrong
 * is a fault of the whole.
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
