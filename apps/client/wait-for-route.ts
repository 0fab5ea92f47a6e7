import { followStream } from './follow-stream.ts';
import type { RouteReceipt } from './generated/shapes/route-receipt.ts';
import { pause } from './retry.ts';
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
  /** False polls from the start. */
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

/** A stream that broke is taken up again this often before the status is polled. */
const mostStreams = 3;
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
  // CAST: the service's word on a route.
  const read = async () =>
    (await transport.send({
      method: 'GET',
      path: `/api/route/status?id=${encodeURIComponent(id)}`,
      signal,
    })) as RouteReceipt;
  const left = untilMs - performance.now();
  return pollRoute(read, { onChange: news, withinMs: left, isKnown, onWait, signal });
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
    const receipt = await waitOut(read, how);
    news(receipt);
    if (isOver(receipt) || performance.now() > untilMs) return receipt;
    await pause(reads < quickReads ? everyMs : laterEveryMs, signal);
  }
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
