import {
  defineEndpoint,
  type EndpointContext,
  type EndpointInput,
  type OtherAnswer,
} from '../server/endpoint.ts';
import type { RequestLimit } from '../server/limits/request-limit.ts';
import { httpErrorOf } from './a2a-error.ts';
import { answerRpc } from './answer-rpc.ts';
import { plainEvent } from './follow-task.ts';
import { listTasks } from './list-tasks.ts';
import { cancelTask, checkVersion, getTask, send, sendStreaming, subscribe } from './operations.ts';
import { readTaskId } from './task-id.ts';
import { unknownTask } from './read-route.ts';
import {
  a2aAnswer,
  a2aRequest,
  listQuery,
  messageBody,
  noQuery,
  sent,
  task,
  taskList,
  taskParams,
} from './schemas.ts';

/**
 * Wide, since each call of a skill counts in its row's own limit too. Neither a key nor a pass means
 * anything here: both are the row's.
 */
const limit: RequestLimit = {
  name: 'agent-tasks',
  requests: 600,
  perMs: 60_000,
  isFixed: true,
  isKeyless: true,
};

const message = {
  messageId: '5f0c1d2e-3b4a-4968-b766-554433221100',
  role: 'ROLE_USER',
  parts: [{ data: { skill: 'chains' } }],
};
const exampleTask = { id: 'rt_00000000000000000000000000000000' };

/** google.rpc.Status, as the binding of HTTP and JSON has it. */
const otherAnswers: readonly OtherAnswer[] = [
  error(400, 'VERSION_NOT_SUPPORTED', 'FAILED_PRECONDITION'),
  error(401, 'SESSION_EXPIRED', 'UNAUTHENTICATED'),
  error(403, 'SCOPE_MISSING', 'PERMISSION_DENIED'),
  error(404, 'TASK_NOT_FOUND', 'NOT_FOUND'),
  error(429, 'RATE_LIMITED', 'RESOURCE_EXHAUSTED'),
  error(500, 'INTERNAL', 'INTERNAL'),
  error(503, 'STORE_DOWN', 'UNAVAILABLE'),
];

function error(status: number, reason: string, name: string): OtherAnswer {
  return {
    status,
    description: `An error of A2A, such as \`${reason}\`.`,
    shape: 'A2aError',
    example: {
      error: {
        code: status,
        status: name,
        message: 'what is wrong',
        details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }],
      },
    },
  };
}

const events = 'Each a StreamResponse of A2A: the task, then its changes, to its end.';

export const a2aEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/a2a',
  summary:
    'A2A 1.0 by JSON-RPC: messages that call the skills of the card, and tasks, which are routes.',
  limit,
  request: { query: noQuery, body: a2aRequest },
  example: { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } },
  response: a2aAnswer,
  errors: ['MISSING_FIELD', 'BODY_TOO_LARGE'],
  changes: 'tool',
  namesVersion: true,
  events: `For \`SendStreamingMessage\` and \`SubscribeToTask\`. ${events}`,
  handle: async (context) => answerRpc(context.body, inputOf(context)),
});

export const sendMessageEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/a2a/message:send',
  summary: 'Calls the skill that a message of A2A names; held back until there is more to do.',
  limit,
  request: { query: noQuery, body: messageBody },
  example: { message },
  response: sent,
  errors: ['MISSING_FIELD', 'BODY_TOO_LARGE'],
  changes: 'tool',
  namesVersion: true,
  otherAnswers,
  handle: async (context) => inHttp(context, async (input) => send(context.body, input)),
});

export const streamMessageEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/a2a/message:stream',
  summary: 'The same, and what becomes of it as events.',
  limit,
  request: { query: noQuery, body: messageBody },
  example: { message },
  response: sent,
  errors: ['MISSING_FIELD', 'BODY_TOO_LARGE'],
  changes: 'tool',
  namesVersion: true,
  events,
  otherAnswers,
  handle: async (context) =>
    inHttp(context, async (input) => sendStreaming(context.body, input, plainEvent)),
});

export const tasksEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/a2a/tasks',
  summary: 'The tasks of the routes that the wallet of a session paid for; without one, none.',
  limit,
  request: { query: listQuery },
  example: { pageSize: '50' },
  response: taskList,
  errors: [],
  namesVersion: true,
  otherAnswers,
  handle: async (context) => inHttp(context, async (input) => listTasks(context.query, input)),
});

export const taskEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/a2a/tasks/{id}',
  summary: 'A task as it is now, with the signed receipt of a route that has ended.',
  limit,
  request: { params: taskParams, query: noQuery },
  example: exampleTask,
  response: task,
  errors: [],
  namesVersion: true,
  otherAnswers,
  handle: async (context) => ofTask(context, getTask),
});

export const cancelTaskEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/a2a/tasks/{id}:cancel',
  summary: 'Says that no task can be cancelled: a route goes on, what is open lapses.',
  limit,
  request: { params: taskParams, query: noQuery },
  example: exampleTask,
  response: task,
  errors: [],
  namesVersion: true,
  otherAnswers,
  handle: async (context) => ofTask(context, cancelTask),
});

export const subscribeEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/a2a/tasks/{id}:subscribe',
  summary: 'A task as it is now, and then its changes, as events until it has ended.',
  limit,
  request: { params: taskParams, query: noQuery },
  example: exampleTask,
  response: task,
  errors: [],
  namesVersion: true,
  events,
  otherAnswers,
  handle: async (context) => ofTask(context, async (id, input) => subscribe(id, input, plainEvent)),
});

type Context = Pick<EndpointContext<object, object>, 'query' | 'setStatus'> &
  Omit<EndpointInput, 'query' | 'body' | 'params'>;

/** Without what its own shapes have read: the protocol's operations read for themselves. */
function inputOf(context: Context): EndpointInput {
  const texts = Object.entries(context.query).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return { ...context, query: Object.fromEntries(texts), body: {}, params: {} };
}

/** The binding of HTTP and JSON: an error of the protocol has its own status and body. */
async function inHttp<Answer>(
  context: Context,
  work: (input: EndpointInput) => Promise<Answer>,
): Promise<Answer> {
  const input = inputOf(context);
  try {
    checkVersion(input);
    return await work(input);
  } catch (error) {
    const { status, body } = httpErrorOf(error, context.deps);
    context.setStatus(status);
    return body as Answer; // CAST: what `otherAnswers` announce under that status.
  }
}

/** What can be the id of no task is told before its version is asked for. */
async function ofTask<Answer>(
  context: Context & { readonly params: { readonly id: string } },
  work: (id: string, input: EndpointInput) => Promise<Answer>,
): Promise<Answer> {
  const { id } = context.params;
  const isTask = readTaskId(id, context.deps.clientSalt) !== null;
  const unversioned = isTask ? context : { ...context, headers: { 'a2a-version': '1.0' } };
  return inHttp(unversioned, async (input) => {
    if (!isTask) throw unknownTask();
    return work(id, input);
  });
}
