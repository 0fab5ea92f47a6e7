import { isTerminal } from '@interline/core/transfer';
import type { EndpointInput } from '../server/endpoint.ts';
import type { EventStream } from '../server/follow/event-stream.ts';
import { A2aError } from './a2a-error.ts';
import {
  answerWhole,
  presentTask,
  streamRoute,
  streamSent,
  type WriteEvent,
} from './follow-task.ts';
import { listTasks } from './list-tasks.ts';
import { presentRouteTask, presentStatus, type TaskWire, textPart } from './present-task.ts';
import { readRoute, unknownTask } from './read-route.ts';
import { isLapsed, sendMessage } from './send-message.ts';
import { readTaskId, type TaskId } from './task-id.ts';

/** One operation of A2A: its result, or events of results as the binding writes them. */
export type Operation<Result> = (
  params: Params,
  input: EndpointInput,
  write: WriteEvent,
) => Promise<Result | EventStream>;

type Params = Readonly<Record<string, unknown>>;

/** All that are served, by their methods of JSON-RPC; the binding of HTTP and JSON has a row for each. */
export const operations = {
  SendMessage: send,
  SendStreamingMessage: sendStreaming,
  GetTask: getTask,
  ListTasks: listTasks,
  CancelTask: cancelTask,
  SubscribeToTask: subscribe,
} as const;

/** Refuses other versions of the protocol. By the protocol, a request that names none, or an empty one, is 0.3. */
export function checkVersion({ headers, query }: Pick<EndpointInput, 'headers' | 'query'>): void {
  const said = headers['a2a-version'] ?? query['A2A-Version'];
  const version = typeof said === 'string' && said.trim() !== '' ? said.trim() : '0.3';
  if (!/^1\.0(\.\d+)?$/.test(version))
    throw new A2aError(
      'VERSION_NOT_SUPPORTED',
      `A2A ${version.slice(0, 20)} is not served; this is A2A 1.0, which a request names by A2A-Version`,
    );
}

/** Waits until the task has ended or needs its sender, unless the message asks for an answer at once. */
async function send(params: Params, input: EndpointInput) {
  const { sent, returnImmediately } = await sendMessage(params, input);
  if (sent.kind === 'message') return { message: sent.message };
  if (sent.kind === 'task') return { task: sent.task };
  return {
    task: returnImmediately
      ? presentRouteTask(sent.task, sent.route)
      : await answerWhole(sent, input),
  };
}

async function sendStreaming(
  params: Params,
  input: EndpointInput,
  write: WriteEvent,
): Promise<EventStream> {
  const { sent } = await sendMessage(params, input);
  return streamSent(sent, input, write);
}

async function getTask(params: Params, input: EndpointInput): Promise<TaskWire> {
  const task = taskOf(params, input);
  if (task.kind === 'route') return presentTask(task, await readRoute(task.routeId, input), input);
  const said = textPart(
    'the answer that named this task says what is needed; if it is lost, send the message again',
  );
  const { id, contextId, state } = task;
  return {
    id,
    contextId,
    status: presentStatus(task, state, input.deps.clock.now(), [said]),
  };
}

/** Always refuses: an accepted route continues, and a task that waits for its sender lapses. */
async function cancelTask(params: Params, input: EndpointInput): Promise<never> {
  const task = taskOf(params, input);
  if (task.kind === 'route') await readRoute(task.routeId, input);
  throw new A2aError(
    'TASK_NOT_CANCELABLE',
    task.kind === 'route'
      ? 'a route that was accepted goes on until it is delivered or refunded'
      : 'nothing was started: what was prepared lapses by itself',
  );
}

/** Events from now on. A task that waits for its sender has one; a task that has ended is refused. */
async function subscribe(
  params: Params,
  input: EndpointInput,
  write: WriteEvent,
): Promise<EventStream> {
  const task = taskOf(params, input);
  if (task.kind === 'open')
    return streamSent({ kind: 'task', task: await getTask(params, input) }, input, write);
  // Subscribes before it reads, so that no change between the two is lost.
  const changes = input.holdOpen(task.routeId);
  const route = await readRoute(task.routeId, input);
  if (isTerminal(route.status))
    throw new A2aError('UNSUPPORTED_OPERATION', 'the task has ended; use GetTask');
  return streamRoute(task, { route, changes }, input, write);
}

function taskOf({ id }: Params, input: EndpointInput): TaskId {
  if (typeof id !== 'string' || id === '')
    throw new A2aError('INVALID_PARAMS', 'id must be the id of a task');
  const task = readTaskId(id, input.deps.clientSalt);
  if (task === null || isLapsed(task, input)) throw unknownTask();
  return task;
}
