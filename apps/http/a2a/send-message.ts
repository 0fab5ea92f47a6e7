import { isRecord } from '@interline/kernel';
import { isTerminal } from '@interline/core/transfer';
import type { EndpointInput } from '../server/endpoint.ts';
import { callTool, type ToolReply } from '../tools/call-tool.ts';
import { knownTools } from '../tools/tools-of.ts';
import { A2aError, RowRefused } from './a2a-error.ts';
import {
  dataPart,
  type MessageWire,
  presentStatus,
  routeIn,
  type RouteView,
  type TaskState,
  type TaskWire,
  textPart,
} from './present-task.ts';
import { type Asked, readMessage } from './read-message.ts';
import { readRoute, unknownTask } from './read-route.ts';
import { openTask, type OpenState, readTaskId, routeTask, type TaskId } from './task-id.ts';

/** The result of a message: an answer, a task that does not change, or a route under way. */
export type Sent =
  | { readonly kind: 'message'; readonly message: MessageWire }
  | { readonly kind: 'task'; readonly task: TaskWire }
  | { readonly kind: 'route'; readonly task: TaskId; readonly route: RouteView };

export interface SentMessage {
  readonly sent: Sent;
  readonly returnImmediately: boolean;
}

/** Calls the skill that the message names, as a request from the same client. */
export async function sendMessage(params: unknown, input: EndpointInput): Promise<SentMessage> {
  const asked = readMessage(params);
  const tool = knownTools(input.endpoints).find(({ listed }) => listed.name === asked.skill);
  if (tool === undefined)
    throw new A2aError(
      'INVALID_PARAMS',
      `there is no skill ${JSON.stringify(asked.skill.slice(0, 40))}; the card lists them`,
    );
  const context = await contextOf(asked, input);
  const reply = await callTool(tool, { ...asked, metaName: 'metadata' }, input);
  return {
    sent: presentReply(reply, asked, context, input),
    returnImmediately: asked.returnImmediately,
  };
}

/** The context that the message belongs to; null where a new one begins with it. */
async function contextOf(
  { taskId, contextId }: Asked,
  input: EndpointInput,
): Promise<string | null> {
  if (taskId === null) return contextId;
  const task = readTaskId(taskId, input.deps.clientSalt);
  if (task === null || isLapsed(task, input)) throw unknownTask();
  if (contextId !== null && contextId !== task.contextId)
    throw new A2aError('INVALID_PARAMS', 'message.contextId is not the context of that task');
  if (task.kind === 'route' && isTerminal((await readRoute(task.routeId, input)).status))
    throw new A2aError('UNSUPPORTED_OPERATION', 'that task has ended; send this as a new one');
  return task.contextId;
}

/** Whether what an open task waits for would come too late. */
export function isLapsed(task: TaskId, { deps }: Pick<EndpointInput, 'deps'>): boolean {
  return task.kind === 'open' && task.expiresAtSec * 1_000 <= deps.clock.now();
}

function presentReply(
  { status, body }: ToolReply,
  { skill }: Asked,
  context: string | null,
  input: EndpointInput,
): Sent {
  if (status >= 500) throw new RowRefused(status, body);
  const route = routeIn(body);
  if (status < 400 && route !== null)
    return { kind: 'route', task: routeTask(route.id, context), route };
  const state = openStateOf(status, body);
  if (state !== null) return { kind: 'task', task: presentOpen(state, body, context, input) };
  if (status >= 400) return { kind: 'task', task: presentRejected(body, context, input) };
  const { entropy } = input.deps;
  const contextId = context ?? `ctx_${entropy.hex(16)}`;
  const { answer } = body;
  const said = skill === 'ask' && typeof answer === 'string' ? [textPart(answer)] : [];
  return {
    kind: 'message',
    message: {
      messageId: `msg_${entropy.hex(16)}`,
      role: 'ROLE_AGENT',
      contextId,
      parts: [...said, dataPart(body)],
    },
  };
}

/** How long what was prepared can be taken up, where nothing in it says so: 10 minutes. */
const usualOpenSec = 600;

/** The state of a task that waits for something of its sender; null where nothing is wanted. */
function openStateOf(status: number, body: Readonly<Record<string, unknown>>): OpenState | null {
  if (status < 400) return 'signRequest' in body ? 'TASK_STATE_INPUT_REQUIRED' : null;
  const { errorCode } = body;
  const { signAgain, field } = objectIn(body, 'details');
  if (signAgain !== undefined) return 'TASK_STATE_INPUT_REQUIRED';
  return errorCode === 'MISSING_FIELD' && field === 'permit2' ? 'TASK_STATE_AUTH_REQUIRED' : null;
}

function presentOpen(
  state: OpenState,
  body: Readonly<Record<string, unknown>>,
  context: string | null,
  { deps }: EndpointInput,
): TaskWire {
  const nowMs = deps.clock.now();
  const prepared = objectIn(objectIn(body, 'details'), 'signAgain');
  const { deadline } = {
    ...objectIn(prepared, 'signRequest'),
    ...objectIn(body, 'signRequest'),
  };
  const expiresAtSec =
    typeof deadline === 'string' ? Number(deadline) : Math.floor(nowMs / 1_000) + usualOpenSec;
  const task = openTask(
    { state, expiresAtSec, entropy: deps.entropy, secret: deps.clientSalt },
    context,
  );
  return presentStanding(task, state, nowMs, body);
}

/** The service does not store it: its id only names it. */
function presentRejected(
  body: Readonly<Record<string, unknown>>,
  context: string | null,
  { deps }: EndpointInput,
): TaskWire {
  const id = `rejected_${deps.entropy.hex(16)}`;
  const task = { id, contextId: context ?? id };
  return presentStanding(task, 'TASK_STATE_REJECTED', deps.clock.now(), body);
}

function presentStanding(
  { id, contextId }: Pick<TaskId, 'id' | 'contextId'>,
  state: TaskState,
  atMs: number,
  body: Readonly<Record<string, unknown>>,
): TaskWire {
  const task = { id, contextId };
  return { ...task, status: presentStatus(task, state, atMs, [dataPart(body)]) };
}

function objectIn(
  body: Readonly<Record<string, unknown>>,
  member: string,
): Readonly<Record<string, unknown>> {
  const value = body[member];
  return isRecord(value) ? value : {};
}
