import type { Endpoint, EndpointInput, Follow } from '../endpoint.ts';
import type { HttpContext } from '../http-state.ts';
import { laneNetwork } from '../limits/lane-network.ts';
import { shownTags } from '../present/answer-tagged.ts';
import type { HoldOpen } from './open-room.ts';

/**
 * The row's answer once its version differs from the client's, or from the first answer where the
 * client names none. After the `wait` that the client asked for, or when the service stops, the
 * answer as it is then.
 */
export function waitForChange(
  endpoint: Endpoint,
  follow: Follow,
  pace: { readonly look: number },
  hold: HoldOpen,
): (ctx: HttpContext, input: EndpointInput, stop: AbortSignal) => Promise<unknown> {
  return async (ctx, input, stop) => {
    const changes = hold(ctx, input, follow.routeOf(input.query));
    ctx.state.isHeldOpen = true;
    let answer = await endpoint.answer(input);
    // The shape holds, now that there is an answer.
    const untilMs = performance.now() + Number(input.query['wait']) * 1_000;
    const had = shownTags(ctx.get('if-none-match'));
    const known = had.length > 0 ? had : [tagOf(follow, answer)];
    while (!follow.isOver(answer) && known.includes(tagOf(follow, answer))) {
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0) break;
      const heard = await changes.next(Math.min(pace.look, leftMs), stop);
      if (heard === 'stop') break;
      const isCommitted = heard === 'change';
      answer = await endpoint.answer({ ...input, isCommitted }).catch(() => answer);
    }
    return answer;
  };
}

/**
 * Whether the answer is to wait. In the private lane none does: its time would say what it is
 * about, and it would hold the relay's connection.
 */
export function asksToWait({ query, address, signal }: EndpointInput): boolean {
  return query['wait'] !== undefined && address !== laneNetwork && !signal.aborted;
}

/** Without its W/: an answer has the tag of what it says, and the time it took is not part of that. */
export function tagOf(follow: Follow, answer: unknown): string {
  return `"${follow.versionOf(answer)}"`;
}
