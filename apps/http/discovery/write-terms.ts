import { chainName, decimalOf } from '@interline/core/assistant';
import { type PublicStep, recentLimit, type ServiceTermsView } from '@interline/core/discovery';
import { chainToWire } from '@interline/kernel';
import { interfaceVersion } from '../server/documents/guide.ts';
import type { Endpoint } from '../server/endpoint.ts';
import { recentRouteFields } from './recent-routes-schema.ts';
import type { termsAnswer } from './terms-schema.ts';
import type * as z from 'zod';

/** What of the terms is the HTTP room's own. */
export interface EdgeTerms {
  readonly endpoints: readonly Endpoint[];
  readonly limits: { readonly scale: number; readonly keyFactor: number };
  readonly bodyCapBytes: number;
}

type TermsWire = z.input<typeof termsAnswer>;

export function writeTerms(
  terms: ServiceTermsView,
  { endpoints, limits, bodyCapBytes }: EdgeTerms,
): TermsWire {
  return {
    versions: {
      interface: interfaceVersion,
      rails: terms.rails.map(({ id, version, api }) => ({ rail: id, version, api })),
    },
    fees: { standardBps: terms.fees.standardBps, guardPct: terms.fees.guardBps / 100 },
    rails: terms.rails.map(({ id, title, ways, broadcast, minOut, effects }) => ({
      rail: id,
      title,
      ways: [...ways],
      broadcast,
      minOut,
      simulated: effects === 'simulated',
    })),
    limits: {
      requests: endpoints.flatMap((endpoint) => writeRequestLimit(endpoint, limits.scale)),
      bodyBytes: bodyCapBytes,
      keyFactor: limits.keyFactor,
      recent: recentLimit,
      slippage: {
        standard: terms.slippage.standard / 1_000_000,
        most: terms.slippage.most / 1_000_000,
      },
      permitSeconds: {
        suggested: terms.permit.suggestedSec,
        least: terms.permit.leastLeftSec,
        most: terms.permit.mostSec,
      },
      maxOpenPullsUsd: terms.maxOpenPullsUsd,
    },
    finality: terms.finality.map(({ chain, tiers, confirmations, finalDepth }) => ({
      chain: chainToWire(chain),
      name: chainName(chain),
      tiers: tiers.map((tier) => ({ ...tier })),
      confirmations,
      finalDepth,
    })),
    refunds: {
      errorCode: terms.refunds.code,
      meaning: terms.refunds.summary,
      suggestedAction: terms.refunds.suggestedAction,
      retrySeconds: terms.refunds.retryMs / 1_000,
    },
    quoteOnly: terms.quoteOnly.map(({ node, side, isQuoted, reason }) => ({
      node,
      side,
      quotable: isQuoted,
      reason,
    })),
    privacy: {
      recentRoutes: {
        shows: [...recentRouteFields],
        sizes: writeSteps(terms.feed.sizes, 6),
        ages: writeSteps(terms.feed.ages, 3),
      },
    },
  };
}

function writeRequestLimit(
  { method, path, limit }: Endpoint,
  scale: number,
): TermsWire['limits']['requests'] {
  return limit === null
    ? []
    : [
        {
          method,
          path,
          name: limit.name,
          requests: limit.requests * scale,
          perSeconds: limit.perMs / 1_000,
        },
      ];
}

function writeSteps(
  steps: readonly PublicStep[],
  decimals: number,
): { words: string; below: string | null }[] {
  return steps.map(({ words, below }) => ({
    words,
    below: below === null ? null : decimalOf(below, decimals),
  }));
}
