import type * as z from 'zod';
import {
  defineEndpoint,
  type Endpoint,
  type EndpointContext,
  type EndpointInput,
  type EndpointSpec,
  type OtherAnswer,
} from '../server/endpoint.ts';
import type { HttpDeps } from '../server/http-deps.ts';
import type { RequestLimit } from '../server/limits/request-limit.ts';
import { httpErrorOf } from './a2a-error.ts';
import { answerRpc } from './answer-rpc.ts';
import { plainEvent } from './follow-task.ts';
import { checkVersion, type Operation, operations } from './operations.ts';
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
import { readTaskId } from './task-id.ts';

/**
 * Generous, because each call of a skill also counts in its row's own limit. Keys and passes have no
 * effect here: they count for the row.
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

/** Errors of the HTTP binding are google.rpc.Status. */
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
    "A2A 1.0 over JSON-RPC: messages that call the card's skills, and tasks, each of which is a route.",
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

const messageRow = {
  method: 'POST',
  request: { query: noQuery, body: messageBody },
  example: { message },
  response: sent,
  errors: ['MISSING_FIELD', 'BODY_TOO_LARGE'],
  changes: 'tool',
} as const;

const taskRow = {
  request: { params: taskParams, query: noQuery },
  example: { id: 'rt_00000000000000000000000000000000' },
  response: task,
  errors: [],
} as const;

export const sendMessageEndpoint = httpRow(operations.SendMessage, {
  ...messageRow,
  path: '/api/a2a/message:send',
  summary:
    'Calls the skill that an A2A message names; answers once the task has ended or needs its sender.',
});

export const streamMessageEndpoint = httpRow(operations.SendStreamingMessage, {
  ...messageRow,
  path: '/api/a2a/message:stream',
  summary: 'Calls the skill that an A2A message names, and streams its progress as events.',
  events,
});

export const tasksEndpoint = httpRow(operations.ListTasks, {
  method: 'GET',
  path: '/api/a2a/tasks',
  summary: "The tasks of the routes that the session's wallet paid for; none without a session.",
  request: { query: listQuery },
  example: { pageSize: '50' },
  response: taskList,
  errors: [],
});

export const taskEndpoint = httpRow(operations.GetTask, {
  ...taskRow,
  method: 'GET',
  path: '/api/a2a/tasks/{id}',
  summary: "A task's current state; with the signed receipt once its route has ended.",
});

export const cancelTaskEndpoint = httpRow(operations.CancelTask, {
  ...taskRow,
  method: 'POST',
  path: '/api/a2a/tasks/{id}:cancel',
  summary:
    'Always refuses: an accepted route runs to its end, and a task that waits for its sender lapses.',
});

export const subscribeEndpoint = httpRow(operations.SubscribeToTask, {
  ...taskRow,
  method: 'POST',
  path: '/api/a2a/tasks/{id}:subscribe',
  summary: 'Streams a task as events: its present state, then each change until it has ended.',
  events,
});

type HttpRow<Response extends z.ZodType> = Omit<
  EndpointSpec<z.ZodObject, z.ZodObject, z.ZodObject, Response>,
  'limit' | 'handle'
>;

/** The binding of HTTP and JSON: errors of the protocol have their own statuses and bodies. */
function httpRow<Response extends z.ZodType>(
  operation: Operation<z.input<Response>>,
  row: HttpRow<Response>,
): Endpoint {
  return defineEndpoint({
    ...row,
    limit,
    namesVersion: true,
    otherAnswers,
    async handle(context) {
      const input = inputOf(context);
      const { body, params } = row.request;
      const given = body ? context.body : params ? context.params : context.query;
      try {
        if (params !== undefined) assertTaskId(context.params['id'], context.deps);
        checkVersion(input);
        return await operation(given, input, plainEvent);
      } catch (error) {
        const answer = httpErrorOf(error, context.deps);
        context.setStatus(answer.status);
        return answer.body as z.input<Response>; // CAST: what `otherAnswers` announce under that status.
      }
    },
  });
}

/**
 * Refuses an id that no task can have, under any version of the protocol: no task has that path.
 */
function assertTaskId(id: unknown, { clientSalt }: Pick<HttpDeps, 'clientSalt'>): void {
  if (typeof id !== 'string' || readTaskId(id, clientSalt) === null) throw unknownTask();
}

/**
 * Not what the row's own schemas have parsed: the operations of the protocol parse their input
 * themselves.
 */
function inputOf(
  context: Pick<EndpointContext<object, object>, 'query'> &
    Omit<EndpointInput, 'query' | 'body' | 'params'>,
): EndpointInput {
  const texts = Object.entries(context.query).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return { ...context, query: Object.fromEntries(texts), body: {}, params: {} };
}
