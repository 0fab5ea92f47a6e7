import {
  type Askers,
  type Clock,
  type Log,
  type OutboundHttp,
  type OutboundResponse,
  RelayError,
} from '@interline/plugins';
import type { EngineBreaker } from './engine-breaker.ts';
import type { TokenBucket, TokenTaker } from './token-bucket.ts';
import type { UpstreamAnswer, UpstreamRequest } from '../upstream/upstream.ts';
import { askedPauseMs, type EnginePause } from './engine-pause.ts';
import { calledOff, exchange, type ExchangeTerms, readAnswer } from './exchange.ts';

/** One kind of request to one engine, with its limits, breaker and deadline. */
export interface EngineLine extends ExchangeTerms {
  readonly kind: 'price' | 'build' | 'status';
  readonly bucket: TokenBucket;
  /** Tokens that this kind of request leaves for more urgent ones. */
  readonly leaves: number;
  /** The longest wait for a token; a price never waits. */
  readonly maxWaitMs: number;
  readonly breaker: EngineBreaker;
  readonly pause: EnginePause;
}

interface AskedRequest {
  readonly request: UpstreamRequest;
  /** The client that the request is sent for; undefined for our own work on accepted routes. */
  readonly askedBy: Askers;
}

interface LineWorld {
  readonly http: OutboundHttp;
  readonly clock: Clock;
  readonly log: Log;
}

/** The pause after a 429 without a `Retry-After`. */
const defaultPauseMs = 30_000;

/**
 * Sends one request, or refuses it, at once or after its kind's bounded wait. Throws `RAIL_DOWN` if
 * the engine cannot be asked now, and `RATE_LIMITED` if only this client has used up its share.
 */
export async function askOverLine(
  line: EngineLine,
  world: LineWorld,
  { request, askedBy }: AskedRequest,
  signal: AbortSignal,
): Promise<UpstreamAnswer> {
  if (line.pause.leftMs > 0) throw line.pause.error();
  const taker = takerOf(line, askedBy);
  await waitForToken(line, taker, world.clock, signal);
  return line.breaker.run(async () => {
    if (signal.aborted) throw calledOff(line.engine, signal);
    // Taken inside the breaker, so that a resting engine uses no token.
    if (!line.bucket.take(taker)) throw usedUp(line, taker);
    const response = await exchange(line, world.http, request, signal);
    heedPause(line, world, response);
    return readAnswer(line.engine, response);
  });
}

/** Our own work on accepted routes may use the tokens that prices leave. */
function takerOf({ kind, leaves }: EngineLine, askedBy: Askers): TokenTaker {
  return askedBy.length === 0
    ? { shares: [], leaves: 0 }
    : { shares: askedBy.map((one) => `${kind} ${one}`), leaves };
}

async function waitForToken(
  line: EngineLine,
  taker: TokenTaker,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const waitMs = line.bucket.waitMs(taker);
  if (waitMs > line.maxWaitMs) throw usedUp(line, taker);
  if (waitMs > 0) await clock.sleep(waitMs, signal);
}

/** The error for a caller that would have to wait too long. */
export function usedUp({ engine, bucket }: EngineLine, taker: TokenTaker): RelayError {
  const retryAfterMs = Math.max(1, Math.ceil(bucket.waitMs(taker)));
  const waitSec = Math.ceil(retryAfterMs / 1_000);
  const isLeftToOthers = taker.shares.length > 0 && bucket.waitMs({ ...taker, shares: [] }) === 0;
  return isLeftToOthers
    ? new RelayError(
        'RATE_LIMITED',
        { rail: engine, retryAfterMs },
        `this client's share of the request limit of ${engine} is used up for ${waitSec} s`,
      )
    : new RelayError(
        'RAIL_DOWN',
        { rail: engine, retryAfterMs },
        `the request limit of ${engine} is used up for ${waitSec} s`,
      );
}

/** Starts a pause after a 429, and after a 503 with a `Retry-After`. */
function heedPause(
  { engine, pause }: EngineLine,
  { clock, log }: LineWorld,
  { status, headers }: OutboundResponse,
): void {
  if (status !== 429 && status !== 503) return;
  const askedMs = askedPauseMs(headers['retry-after'], clock.now());
  if (askedMs === null && status === 503) return;
  pause.begin(askedMs ?? defaultPauseMs);
  log.warn('upstream.pauses', { upstream: engine, waitMs: pause.leftMs });
  if (status === 429) throw pause.error();
}
