import { RelayError } from '@interline/kernel';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Endpoint, EndpointInput, Follow } from './endpoint.ts';
import type { Pace } from './http-deps.ts';
import type { HttpContext } from './http-state.ts';

export const standardPace: Pace = { ask: 1_000, heartbeat: 15_000, longest: 900_000 };
const mostStreams = 1_000;
const mostStreamsOfOne = 20;
const streamsFreeInMs = 5_000;

/**
 * Answers with server-sent events: the row's answer now and whenever it has changed, until it is
 * over or the client leaves.
 */
export function followAnswers(
  endpoint: Endpoint,
  follow: Follow,
  pace: Pace,
): (ctx: HttpContext, input: EndpointInput, closing: AbortSignal | undefined) => Promise<void> {
  const open = new Map<string, number>();
  let inAll = 0;

  function count(address: string, change: 1 | -1): void {
    const ofOne = (open.get(address) ?? 0) + change;
    inAll += change;
    if (ofOne === 0) open.delete(address);
    else open.set(address, ofOne);
  }

  return async (ctx, input, closing) => {
    const { address, signal } = input;
    // Its 'close' has been told already, and would never take it off the count.
    if (signal.aborted) return;
    if (inAll >= mostStreams || (open.get(address) ?? 0) >= mostStreamsOfOne) {
      throw new RelayError(
        'RATE_LIMITED',
        { retryAfterMs: streamsFreeInMs },
        'too many event streams are open; close one, or poll',
      );
    }
    count(address, 1);
    ctx.res.once('close', () => count(address, -1));
    const first = await endpoint.answer(input);
    const seen = ctx.get('last-event-id');
    if (follow.isOver(first) && follow.versionOf(first) === seen) {
      ctx.status = 204;
      return;
    }
    const stop = closing === undefined ? signal : AbortSignal.any([signal, closing]);
    ctx.set({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    ctx.type = 'text/event-stream';
    ctx.body = Readable.from(
      events({ first, seen, follow, pace, stop, ask: () => endpoint.answer(input) }),
    );
  };
}

interface Following {
  readonly first: unknown;
  /** The version the client has. */
  readonly seen: string;
  readonly follow: Follow;
  readonly pace: Pace;
  readonly stop: AbortSignal;
  readonly ask: () => Promise<unknown>;
}

async function* events({
  first,
  seen,
  follow,
  pace,
  stop,
  ask,
}: Following): AsyncGenerator<string> {
  yield `retry: ${2 * pace.ask}\n\n`;
  let told = seen;
  let quietMs = 0;
  let answer = first;
  for (let openMs = 0; openMs < pace.longest; openMs += pace.ask) {
    const version = follow.versionOf(answer);
    if (version !== told) {
      // JSON without indentation has no line breaks, which would end the data.
      yield `id: ${version}\ndata: ${JSON.stringify(answer)}\n\n`;
      [told, quietMs] = [version, 0];
    } else if (quietMs >= pace.heartbeat) {
      yield ': still here\n\n';
      quietMs = 0;
    }
    if (follow.isOver(answer) || !(await waited(pace.ask, stop))) return;
    quietMs += pace.ask;
    // A question that fails now is asked again at the next turn.
    answer = await ask().catch(() => answer);
  }
}

/** False when it was told to stop. */
async function waited(ms: number, stop: AbortSignal): Promise<boolean> {
  return pause(ms, true, { signal: stop }).catch(() => false);
}
