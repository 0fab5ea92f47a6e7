import type { RailContext } from '@interline/plugins';
import type { AggregatorSettings, EngineSettings } from '../settings.ts';
import type { Upstream, UpstreamTraits } from '../upstream/upstream.ts';
import type { EngineLine } from './ask-over-line.ts';
import { engineBreaker } from './engine-breaker.ts';
import type { EnginePause } from './engine-pause.ts';
import { TokenBucket } from './token-bucket.ts';

/** The parts of an engine's lines, which share one pause that stops all requests. */
interface LineParts {
  readonly upstream: Upstream;
  readonly own: EngineSettings;
  readonly settings: AggregatorSettings;
  readonly context: RailContext;
  readonly pause: EnginePause;
}

/**
 * A payer's money waits for a build, so a build may wait for a token, and prices leave a fifth of
 * the tokens for it.
 */
const maxBuildWaitMs = 1_000;

const sharePricesLeave = 0.2;

const maxStatusWaitMs = 1_000;

/** Prices and builds share one limit, and one breaker. */
export function quoteLines(parts: LineParts): {
  readonly price: EngineLine;
  readonly build: EngineLine;
} {
  const { upstream, own, settings, context } = parts;
  const limit = own.limit ?? placeOf(upstream, own).limit;
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

/**
 * Status has its own bucket and breaker: many open transfers, or a stuck one, must not block
 * prices.
 */
export function statusLine(parts: LineParts): EngineLine {
  const { upstream, own, settings, context } = parts;
  const { name, traits } = upstream;
  return {
    ...sharedTerms(parts),
    kind: 'status',
    bucket: new TokenBucket(
      traits.statusLimit ?? own.limit ?? placeOf(upstream, own).limit,
      context.clock,
    ),
    breaker: engineBreaker(name, settings, context.log),
    leaves: 0,
    maxWaitMs: maxStatusWaitMs,
    deadlineMs: settings.statusDeadlineMs,
  };
}

/** The engine's base URL and rate limit, unless the deployment overrides them. */
function placeOf(
  { traits }: Upstream,
  { apiKey }: EngineSettings,
): Pick<UpstreamTraits, 'baseUrl' | 'limit'> {
  return apiKey === null ? traits : (traits.withKey ?? traits);
}

function sharedTerms({
  upstream,
  own,
  settings,
  pause,
}: LineParts): Pick<EngineLine, 'engine' | 'bases' | 'pause' | 'maxResponseBytes'> {
  const base = own.baseUrl ?? placeOf(upstream, own).baseUrl;
  // A deployment that names only `baseUrl` sends status there too.
  const status =
    own.statusUrl ?? (own.baseUrl === null ? upstream.traits.statusUrl : undefined) ?? base;
  return {
    engine: upstream.name,
    bases: { base, status },
    pause,
    maxResponseBytes: settings.maxResponseBytes,
  };
}
