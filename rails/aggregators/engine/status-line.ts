import { engineBreaker } from '../client/engine-breaker.ts';
import type { EngineLine } from '../client/engine-line.ts';
import { TokenBucket } from '../client/token-bucket.ts';
import { type LineParts, sharedTerms } from './line-parts.ts';

const maxStatusWaitMs = 1_000;

/**
 * Bucket and breaker of its own: many transfers under way, or one that is stuck, must not stop the
 * prices.
 */
export function statusLine(parts: LineParts): EngineLine {
  const {
    upstream: { name, traits },
    own,
    settings,
    context,
  } = parts;
  return {
    ...sharedTerms(parts),
    kind: 'status',
    bucket: new TokenBucket(traits.statusLimit ?? own.limit ?? traits.limit, context.clock),
    breaker: engineBreaker(name, settings, context.log),
    leaves: 0,
    maxWaitMs: maxStatusWaitMs,
    deadlineMs: settings.statusDeadlineMs,
  };
}
