import {
  type Clock,
  type Log,
  type OutboundHttp,
  type OutboundResponse,
  RelayError,
} from '@interline/plugins';
import type { UpstreamAnswer, UpstreamRequest } from '../upstream/upstream.ts';
import { calledOff } from './called-off.ts';
import type { EngineLine } from './engine-line.ts';
import { exchange } from './exchange.ts';
import { readAnswer } from './read-answer.ts';
import { retryAfterMs } from './retry-after.ts';
import type { TokenTaker } from './token-bucket.ts';

/** For an engine that says 429 and not until when. */
const defaultPauseMs = 30_000;

export interface AskedRequest {
  readonly request: UpstreamRequest;
  /** The client it is sent for; null for our own work on routes under way. */
  readonly askedBy: string | null;
}

export interface LineWorld {
  readonly http: OutboundHttp;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * One request: sent at once or refused at once, but for the bounded wait of its kind. Throws
 * `RAIL_DOWN` where the engine cannot be asked now, `RATE_LIMITED` where only this client cannot
 * have it asked.
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
    // Taken in here, so that an engine at rest costs none.
    if (!line.bucket.take(taker)) throw usedUp(line, taker);
    const response = await exchange(line, world.http, request, signal);
    heedPause(line, world, response);
    return readAnswer(line.engine, response);
  });
}

/** Our own work on routes under way may use what prices leave. */
function takerOf({ kind, leaves }: EngineLine, askedBy: string | null): TokenTaker {
  return askedBy === null ? { share: null, leaves: 0 } : { share: `${kind} ${askedBy}`, leaves };
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

function usedUp({ engine, bucket }: EngineLine, taker: TokenTaker): RelayError {
  const waitSec = Math.ceil(bucket.waitMs(taker) / 1_000);
  const isLeftToOthers = taker.share !== null && bucket.waitMs({ ...taker, share: null }) === 0;
  return isLeftToOthers
    ? new RelayError(
        'RATE_LIMITED',
        { rail: engine },
        `this client's share of the request limit of ${engine} is used up for ${waitSec} s`,
      )
    : new RelayError(
        'RAIL_DOWN',
        { rail: engine },
        `the request limit of ${engine} is used up for ${waitSec} s`,
      );
}

/** A 429 always means a pause, a 503 where it says how long. */
function heedPause(
  { engine, pause }: EngineLine,
  { clock, log }: LineWorld,
  { status, headers }: OutboundResponse,
): void {
  if (status !== 429 && status !== 503) return;
  const askedMs = retryAfterMs(headers['retry-after'], clock.now());
  if (askedMs === null && status === 503) return;
  pause.begin(askedMs ?? defaultPauseMs);
  log.warn('upstream.pauses', { upstream: engine, waitMs: pause.leftMs });
  if (status === 429) throw pause.error();
}
