import { followStream } from './follow-stream.ts';
import type { RouteReceipt } from './generated/shapes/route-receipt.ts';
import { NoAnswerError } from './no-answer-error.ts';
import { pause } from './retry.ts';
import { ServiceError } from './service-error.ts';
import type { Transport } from './transport.ts';
import { type PassingError, waitOut, type WaitOutOptions } from './wait-out.ts';

export interface WaitOptions {
  /** Ten minutes where it is left out. */
  readonly withinMs?: number;
  /** Told the first receipt and every one with another status or stage. */
  readonly onChange?: (receipt: RouteReceipt) => void;
  /** The service has accepted the route: its silence is waited out from the start. */
  readonly isAccepted?: boolean;
  /** Told once when the service cannot answer for now, and is asked again. */
  readonly onWait?: (error: PassingError, waitMs: number) => void;
  /** False reads the status from the start. */
  readonly stream?: boolean;
  readonly signal?: AbortSignal;
}

export interface PollOptions {
  readonly onChange: (receipt: RouteReceipt) => void;
  readonly withinMs: number;
  readonly isKnown?: boolean;
  readonly onWait?: WaitOutOptions['onWait'];
  readonly signal?: AbortSignal | undefined;
}

/** A stream that broke is taken up again this often before the status is read instead. */
const mostStreams = 3;
/** A read that the service holds back until there is news is asked for this long at most. */
const longestWaitSec = 20;
/** Most routes end within seconds; a long one is read within the limit of 120 reads a minute. */
const quickReads = 40;
const everyMs = 250;
const laterEveryMs = 750;

/**
 * The receipt of a route that is DONE or FAILED, or the last one known when time is up. A limit, a
 * restart and what else passes by itself are waited out meanwhile.
 */
export async function waitForRoute(
  transport: Transport,
  id: string,
  {
    withinMs = 600_000,
    onChange = () => undefined,
    isAccepted = false,
    onWait,
    stream = true,
    signal,
  }: WaitOptions = {},
): Promise<RouteReceipt> {
  let isKnown = isAccepted;
  const untilMs = performance.now() + withinMs;
  const timeUp = AbortSignal.timeout(withinMs);
  const news = newsOf(onChange);
  if (stream) {
    const last = await followStreams(
      transport,
      id,
      news,
      signal === undefined ? timeUp : AbortSignal.any([signal, timeUp]),
    );
    signal?.throwIfAborted();
    if (last !== null && (isOver(last) || timeUp.aborted)) return last;
    isKnown ||= last !== null;
  }
  const left = untilMs - performance.now();
  return pollRoute(heldReads(transport, { id, untilMs, signal }), {
    onChange: news,
    withinMs: left,
    isKnown,
    onWait,
    signal,
  });
}

/**
 * Asks until the route is over or time is up, at least once, and tells every change. Answers the
 * last receipt.
 */
export async function pollRoute(
  read: () => Promise<RouteReceipt>,
  { onChange, withinMs, isKnown = false, onWait, signal }: PollOptions,
): Promise<RouteReceipt> {
  const untilMs = performance.now() + withinMs;
  const news = newsOf(onChange);
  for (let reads = 1; ; reads += 1) {
    const how = { untilMs, isKnown: isKnown || reads > 1, onWait, signal };
    const startedMs = performance.now();
    const receipt = await waitOut(read, how);
    news(receipt);
    if (isOver(receipt) || performance.now() > untilMs) return receipt;
    // A read that was held back has waited already.
    const restMs = (reads < quickReads ? everyMs : laterEveryMs) + startedMs - performance.now();
    if (restMs > 0) await pause(restMs, signal);
  }
}

/**
 * Reads of the status that the service holds back until there is news, once a tag of its shows that
 * it can. Where it cannot hold more of them they are plain reads again.
 */
function heldReads(
  { sendTagged }: Transport,
  {
    id,
    untilMs,
    signal,
  }: {
    readonly id: string;
    readonly untilMs: number;
    readonly signal: AbortSignal | undefined;
  },
): () => Promise<RouteReceipt> {
  const path = `/api/route/status?id=${encodeURIComponent(id)}`;
  let known: { readonly tag: string; readonly receipt: RouteReceipt } | null = null;
  let isHeld = true;

  async function readHeld(waitSec: number): Promise<RouteReceipt> {
    const held = { path: `${path}&wait=${waitSec}`, holdMs: waitSec * 1_000 };
    const request = { method: 'GET', signal, ...(waitSec > 0 ? held : { path }) };
    const { body, tag } = await sendTagged(request, waitSec > 0 ? (known?.tag ?? null) : null);
    // CAST: the service's word on a route.
    const receipt = body === null ? known?.receipt : (body as RouteReceipt);
    if (receipt === undefined)
      throw new NoAnswerError('the service did not say how it stands', 304);
    known = tag === null ? null : { tag, receipt };
    return receipt;
  }

  return async () => {
    const leftSec = Math.floor((untilMs - performance.now()) / 1_000);
    const waitSec = known !== null && isHeld ? Math.min(leftSec, longestWaitSec) : 0;
    return readHeld(waitSec).catch(async (error: unknown) => {
      const isFull = error instanceof ServiceError && error.errorCode === 'RATE_LIMITED';
      if (waitSec <= 0 || !isFull) throw error;
      isHeld = false;
      return readHeld(0);
    });
  };
}

/** The last receipt that streams told, or null where there was none. */
async function followStreams(
  transport: Transport,
  id: string,
  news: (receipt: RouteReceipt) => void,
  signal: AbortSignal,
): Promise<RouteReceipt | null> {
  let last: RouteReceipt | null = null;
  let lastEventId = '';
  for (let streams = 1; streams <= mostStreams && !signal.aborted; streams += 1) {
    let told = 0;
    for await (const { receipt, eventId } of followStream(transport, id, lastEventId, signal)) {
      [last, lastEventId, told] = [receipt, eventId, told + 1];
      news(receipt);
      if (isOver(receipt)) return receipt;
    }
    if (told === 0) return last;
  }
  return last;
}

function newsOf(onChange: (receipt: RouteReceipt) => void): (receipt: RouteReceipt) => void {
  let told = '';
  return (receipt) => {
    const state = `${receipt.status}/${receipt.stage}`;
    if (state !== told) onChange(receipt);
    told = state;
  };
}

function isOver({ status }: RouteReceipt): boolean {
  return status === 'DONE' || status === 'FAILED';
}
