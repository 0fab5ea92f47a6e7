import { type Clock, type Log, type OutboundHttp, type OutboundResponse, RelayError } from '@interline/plugins';
import type { UpstreamAnswer, UpstreamRequest } from '../upstream/upstream.ts';
import { calledOff } from './called-off.ts';
import type { EngineLine } from './engine-line.ts';
import { exchange } from './exchange.ts';
import { readAnswer } from './read-answer.ts';
import { retryAfterMs } from './retry-after.ts';

/** For an engine that says 429 and not until when. */
const defaultPauseMs = 30_000;

export interface LineWorld {
  readonly http: OutboundHttp;
  readonly clock: Clock;
  readonly log: Log;
}

/** One request: sent at once or refused at once, but for the bounded wait of its kind. */
export async function askOverLine(line: EngineLine, world: LineWorld, request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamAnswer> {
  if (line.pause.leftMs > 0) throw line.pause.error();
  await waitForToken(line, world.clock, signal);
  return line.breaker.run(async () => {
    if (signal.aborted) throw calledOff(line.engine, signal);
    // Taken in here, so that an engine at rest costs none.
    if (!line.bucket.take(line.leaves)) throw usedUp(line);
    const response = await exchange(line, world.http, request, signal);
    heedPause(line, world, response);
    return readAnswer(line.engine, response);
  });
}

async function waitForToken(line: EngineLine, clock: Clock, signal: AbortSignal): Promise<void> {
  const waitMs = line.bucket.waitMs(line.leaves);
  if (waitMs > line.maxWaitMs) throw usedUp(line);
  if (waitMs > 0) await clock.sleep(waitMs, signal);
}

function usedUp({ engine, bucket, leaves }: EngineLine): RelayError {
  const waitSec = Math.ceil(bucket.waitMs(leaves) / 1_000);
  return new RelayError('RAIL_DOWN', { rail: engine }, `the request limit of ${engine} is used up for ${waitSec} s`);
}

/** A 429 always means a pause, a 503 where it says how long. */
function heedPause({ engine, pause }: EngineLine, { clock, log }: LineWorld, { status, headers }: OutboundResponse): void {
  if (status !== 429 && status !== 503) return;
  const askedMs = retryAfterMs(headers['retry-after'], clock.now());
  if (askedMs === null && status === 503) return;
  pause.begin(askedMs ?? defaultPauseMs);
  log.warn('upstream.pauses', { upstream: engine, waitMs: pause.leftMs });
  if (status === 429) throw pause.error();
}
