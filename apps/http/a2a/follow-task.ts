import { isTerminal } from '@interline/core/transfer';
import { isRelayError } from '@interline/kernel';
import type { EndpointInput } from '../server/endpoint.ts';
import { EventStream, eventOf, heartbeat } from '../server/follow/event-stream.ts';
import { standardPace } from '../server/follow/follow-answers.ts';
import type { RouteChanges } from '../server/follow/route-changes.ts';
import { presentRouteTask, type RouteView, stateOf, type TaskWire } from './present-task.ts';
import { readAgain, readReceipt, versionOf } from './read-route.ts';
import type { Sent } from './send-message.ts';
import type { TaskId } from './task-id.ts';

/** One event of a stream, as the protocol wraps it (StreamResponse). */
type Told = Readonly<Record<string, unknown>>;

/** A whole event of either binding. */
export type WriteEvent = (told: Told) => string;

/** The task as it is now, with its receipt where its route has ended. */
export async function presentTask(
  task: TaskId,
  route: RouteView,
  input: EndpointInput,
): Promise<TaskWire> {
  const artifacts = isTerminal(route.status) ? await readReceipt(route.id, input) : [];
  return presentRouteTask(task, route, artifacts);
}

/**
 * A message's answer once there is nothing more to wait for: at the end of the route, where the sender
 * has to do something, or after the longest time that an answer is held back; at once where too many
 * wait.
 */
export async function answerWhole(
  sent: Extract<Sent, { kind: 'route' }>,
  input: EndpointInput,
): Promise<TaskWire> {
  let { route } = sent;
  const changes = stateOf(route) === 'TASK_STATE_WORKING' ? holdIfRoom(route.id, input) : null;
  if (changes === null) return presentTask(sent.task, route, input);
  for await (const change of changesOf(route, changes, input)) {
    route = change ?? route;
    if (stateOf(route) !== 'TASK_STATE_WORKING') break;
  }
  return presentTask(sent.task, route, input);
}

/**
 * The result of a message as events: one event for an answer, all events of a route until it has
 * ended.
 */
export function streamSent(sent: Sent, input: EndpointInput, write: WriteEvent): EventStream {
  switch (sent.kind) {
    case 'message':
      return new EventStream(one(write({ message: sent.message })));
    case 'task':
      return new EventStream(one(write({ task: sent.task })));
    case 'route': {
      const changes = holdIfRoom(sent.route.id, input);
      return changes === null
        ? new EventStream(one(write({ task: presentRouteTask(sent.task, sent.route) })))
        : streamRoute(sent.task, { route: sent.route, changes }, input, write);
    }
  }
}

/** Null where there is no room to wait: the message was carried out, so its task is answered as it is. */
function holdIfRoom(routeId: string, input: EndpointInput): RouteChanges | null {
  try {
    return input.holdOpen(routeId);
  } catch (error) {
    if (isRelayError(error) && error.code === 'RATE_LIMITED') return null;
    throw error;
  }
}

async function* one(event: string): AsyncGenerator<string> {
  yield event;
}

/**
 * The task as it is now, then each change of it. The receipt of an ended route comes before its
 * last state.
 */
export function streamRoute(
  task: TaskId,
  { route, changes }: { readonly route: RouteView; readonly changes: RouteChanges },
  input: EndpointInput,
  write: WriteEvent,
): EventStream {
  const of = { taskId: task.id, contextId: task.contextId };
  return new EventStream(events());

  async function* events(): AsyncGenerator<string> {
    yield write({ task: await presentTask(task, route, input) });
    if (isTerminal(route.status)) return;
    for await (const change of changesOf(route, changes, input)) {
      if (change === null) {
        yield heartbeat;
        continue;
      }
      const { status, artifacts = [] } = await presentTask(task, change, input);
      for (const artifact of artifacts)
        yield write({ artifactUpdate: { ...of, artifact, lastChunk: true } });
      yield write({ statusUpdate: { ...of, status } });
    }
  }
}

/**
 * Yields the route each time it has changed, to its end; null after a silence that is so long that
 * the stream should send something. Ends before the route does where its client leaves, the service
 * stops or the stream reaches its greatest age.
 */
async function* changesOf(
  first: RouteView,
  changes: RouteChanges,
  input: EndpointInput,
): AsyncGenerator<RouteView | null> {
  const { streamPace: pace = standardPace, closing } = input.deps;
  const stop = closing === undefined ? input.signal : AbortSignal.any([input.signal, closing]);
  const untilMs = performance.now() + pace.longest;
  let spokeMs = performance.now();
  let told = versionOf(first, input);
  // Something may have changed between the first answer and what is heard from now on.
  let isCommitted = false;
  for (;;) {
    // A question that fails now is asked again at the next turn.
    const route = await readAgain(first.id, input, isCommitted).catch(() => null);
    const nowMs = performance.now();
    const version = route === null ? told : versionOf(route, input);
    if (route !== null && version !== told) {
      [told, spokeMs] = [version, nowMs];
      yield route;
    } else if (nowMs - spokeMs >= pace.heartbeat) {
      spokeMs = nowMs;
      yield null;
    }
    if ((route !== null && isTerminal(route.status)) || nowMs >= untilMs) return;
    const heard = await changes.next(Math.min(pace.look, untilMs - nowMs), stop);
    if (heard === 'stop') return;
    isCommitted = heard === 'change';
  }
}

/** An event of the binding of HTTP and JSON. */
export const plainEvent: WriteEvent = eventOf;
