import { Readable } from 'node:stream';
import type { Endpoint, EndpointInput, Follow } from '../endpoint.ts';
import type { Pace } from '../http-deps.ts';
import type { HttpContext } from '../http-state.ts';
import type { HoldOpen } from './open-room.ts';
import type { RouteChanges } from './route-changes.ts';

export const standardPace: Pace = { look: 5_000, heartbeat: 15_000, longest: 900_000 };
/** How long a browser lets pass before it takes up a stream that ended. */
export const retryMs = 2_000;

/**
 * Answers with server-sent events: the row's answer now and each time it has changed, until no
 * later answer will differ or the client leaves.
 */
export function followAnswers(
  endpoint: Endpoint,
  follow: Follow,
  pace: Pace,
  hold: HoldOpen,
): (ctx: HttpContext, input: EndpointInput, stop: AbortSignal) => Promise<void> {
  return async (ctx, input, stop) => {
    // Its 'close' event has passed already, so the connection would never leave the count.
    if (input.signal.aborted) return;
    const changes = hold(ctx, input, follow.routeOf(input.query));
    const first = await endpoint.answer(input);
    const seen = ctx.get('last-event-id');
    if (follow.isOver(first) && follow.versionOf(first) === seen) {
      ctx.status = 204;
      return;
    }
    ctx.set({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    ctx.type = 'text/event-stream';
    ctx.body = Readable.from(
      events({
        first,
        seen,
        follow,
        pace,
        stop,
        changes,
        ask: (isCommitted) => endpoint.answer({ ...input, isCommitted }),
      }),
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
  readonly changes: RouteChanges;
  readonly ask: (isCommitted: boolean) => Promise<unknown>;
}

async function* events({
  first,
  seen,
  follow,
  pace,
  stop,
  changes,
  ask,
}: Following): AsyncGenerator<string> {
  yield `retry: ${retryMs}\n\n`;
  const untilMs = performance.now() + pace.longest;
  let spokeMs = performance.now();
  let told = seen;
  let answer = first;
  for (;;) {
    const version = follow.versionOf(answer);
    const nowMs = performance.now();
    if (version !== told) {
      // JSON without indentation has no line breaks, which would end the data.
      yield `id: ${version}\ndata: ${JSON.stringify(answer)}\n\n`;
      [told, spokeMs] = [version, nowMs];
    } else if (nowMs - spokeMs >= pace.heartbeat) {
      yield ': still here\n\n';
      spokeMs = nowMs;
    }
    if (follow.isOver(answer) || nowMs >= untilMs) return;
    const heard = await changes.next(Math.min(pace.look, untilMs - nowMs), stop);
    if (heard === 'stop') return;
    // A question that fails now is asked again at the next turn.
    answer = await ask(heard === 'change').catch(() => answer);
  }
}
