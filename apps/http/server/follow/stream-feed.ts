import { Readable } from 'node:stream';
import type { Endpoint, EndpointInput, Feed } from '../endpoint.ts';
import type { Pace } from '../http-deps.ts';
import type { HttpContext } from '../http-state.ts';
import { retryMs } from './follow-answers.ts';
import type { HoldOpen } from './open-room.ts';

/**
 * Answers with server-sent events: each item once and in order, from behind the one that the client saw
 * last, until the client leaves or may not ask any more.
 */
export function streamFeed(
  endpoint: Endpoint,
  feed: Feed,
  pace: Pace,
  hold: HoldOpen,
): (ctx: HttpContext, input: EndpointInput, stop: AbortSignal) => Promise<void> {
  return async (ctx, input, stop) => {
    const subject = await feed.subjectOf(input);
    // Its 'close' event has passed already, so the connection would never leave the count.
    if (input.signal.aborted) return;
    const changes = hold(ctx, input, subject);
    const seen = ctx.get('last-event-id');
    const from = seen === '' ? input.query : feed.after(input.query, seen);
    // The first answer says whether the query holds, while there is a status to say it with.
    const first = await endpoint.answer({ ...input, query: from });
    ctx.set({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    ctx.type = 'text/event-stream';
    ctx.body = Readable.from(events());

    async function* events(): AsyncGenerator<string> {
      yield `retry: ${retryMs}\n\n`;
      const untilMs = performance.now() + pace.longest;
      let spokeMs = performance.now();
      let query = from;
      let answer = first;
      for (;;) {
        const items = feed.itemsOf(answer);
        for (const { id, item } of items) {
          // JSON without indentation has no line breaks, which would end the data.
          yield `id: ${id}\ndata: ${JSON.stringify(item)}\n\n`;
          query = feed.after(query, id);
        }
        const nowMs = performance.now();
        if (items.length > 0) spokeMs = nowMs;
        else if (nowMs - spokeMs >= pace.heartbeat) {
          yield ': still here\n\n';
          spokeMs = nowMs;
        }
        if (nowMs >= untilMs) return;
        // What is not empty may have more behind it.
        const withinMs = items.length > 0 ? 0 : Math.min(pace.look, untilMs - nowMs);
        if ((await changes.next(withinMs, stop)) === 'stop') return;
        // The stream ends where the question is refused, as with an expired session. The client
        // then reconnects and gets the reason.
        try {
          answer = await endpoint.answer({ ...input, query });
        } catch {
          return;
        }
      }
    }
  };
}
