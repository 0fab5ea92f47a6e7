import { engineBreaker } from '../client/engine-breaker.ts';
import type { EngineLine } from '../client/engine-line.ts';
import { TokenBucket } from '../client/token-bucket.ts';
import { type LineParts, sharedTerms } from './line-parts.ts';

/**
 * Somebody's money waits for a build, so it may wait a moment, and prices leave a fifth of the
 * limit to it.
 */
const maxBuildWaitMs = 1_000;
const sharePricesLeave = 0.2;

/** Prices and builds use up one limit and are one witness to whether the engine works. */
export function quoteLine(parts: LineParts): {
  readonly price: EngineLine;
  readonly build: EngineLine;
} {
  const { upstream, own, settings, context } = parts;
  const limit = own.limit ?? upstream.traits.limit;
  const shared = {
    ...sharedTerms(parts),
    bucket: new TokenBucket(limit, context.clock),
    breaker: engineBreaker(upstream.name, settings, context.log),
  };
  return {
    price: {
      ...shared,
      kind: 'price',
      leaves: Math.min(limit.requests - 1, Math.ceil(limit.requests * sharePricesLeave)),
      maxWaitMs: 0,
      deadlineMs: settings.engineDeadlineMs,
    },
    build: {
      ...shared,
      kind: 'build',
      leaves: 0,
      maxWaitMs: maxBuildWaitMs,
      deadlineMs: settings.buildDeadlineMs,
    },
  };
}
