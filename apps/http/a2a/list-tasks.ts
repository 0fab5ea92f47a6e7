import * as z from 'zod';
import type { RouteStatus } from '@interline/core/transfer';
import { tokenIn } from '../accounts/account-endpoint.ts';
import type { Endpoint, EndpointInput } from '../server/endpoint.ts';
import { askRow } from '../tools/call-tool.ts';
import { RowRefused } from './a2a-error.ts';
import { presentTask } from './follow-task.ts';
import {
  presentRouteTask,
  routeIn,
  type RouteView,
  statusesIn,
  taskStates,
} from './present-task.ts';
import type { taskList } from './schemas.ts';
import { shaped } from './read-message.ts';
import { routeTask } from './task-id.ts';

type TaskList = z.input<typeof taskList>;

const usualPage = 50;
const wantedSize = { error: 'a whole number from 1 to 100' };
const text = z.string({ error: 'a text' }).max(256, { error: 'a text of at most 256 characters' });

/** As parameters of JSON-RPC, or as the texts of a query. */
const listParams = z.looseObject({
  contextId: text.nullish(),
  status: z.enum(['', ...taskStates], { error: `one of ${taskStates.join(', ')}` }).nullish(),
  pageSize: z.coerce
    .number(wantedSize)
    .int(wantedSize)
    .min(1, wantedSize)
    .max(100, wantedSize)
    .nullish(),
  pageToken: text.nullish(),
  includeArtifacts: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((said) => said === 'true')], {
      error: 'true or false',
    })
    .nullish(),
});

/**
 * The tasks of the routes that the session's wallet paid for; none without a session. An id is a bearer
 * token, so a wider list would expose other clients' routes.
 */
export async function listTasks(params: unknown, input: EndpointInput): Promise<TaskList> {
  const {
    contextId,
    status,
    pageSize,
    pageToken,
    includeArtifacts = false,
  } = shaped(listParams, params ?? {}, 'the parameters');
  const size = pageSize ?? usualPage;
  const none = { tasks: [], nextPageToken: '', pageSize: size, totalSize: 0 };
  const state = given(status);
  const statuses = state === null || state === taskStates[0] ? null : statusesIn(state);
  // A state of several statuses is filtered out of a whole page, since the row filters by one.
  const only = statuses?.length === 1 ? statuses[0] : undefined;
  const token = tokenIn(input.headers);
  if (token === null || statuses?.length === 0) return none;
  const after = given(pageToken);
  const { body, status: answered } = await askRow(
    rowAt('/api/account/routes', input.endpoints),
    {
      limit: String(size),
      ...(after === null ? {} : { next: after }),
      ...(only === undefined ? {} : { status: only }),
    },
    { authorization: `Bearer ${token}` },
    input,
  );
  if (answered >= 400) throw new RowRefused(answered, body);
  const { items, next } = shaped(page, body, 'the page');
  const context = given(contextId);
  const routes = items
    .flatMap((item): readonly RouteView[] => {
      const route = routeIn(item);
      return route === null ? [] : [route];
    })
    .filter((route) => statuses?.includes(route.status) !== false)
    // The session does not know the contexts that clients gave, so each route is its own.
    .filter(({ id }) => context === null || context === id);
  const tasks = await Promise.all(
    routes.map(async (route) => {
      const task = routeTask(route.id, null);
      return includeArtifacts === true
        ? presentTask(task, route, input)
        : presentRouteTask(task, route);
    }),
  );
  return {
    tasks,
    nextPageToken: next ?? '',
    pageSize: size,
    totalSize: context === null ? await countTasks(only, token, input) : tasks.length,
  };
}

/** By the account's summary, which counts all routes under way together. */
async function countTasks(
  only: RouteStatus | undefined,
  token: string,
  input: EndpointInput,
): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const { body, status } = await askRow(rowAt('/api/account', input.endpoints), {}, headers, input);
  if (status >= 400) throw new RowRefused(status, body);
  const { open, done, failed } = shaped(counts, body, 'the sheet');
  switch (only) {
    case undefined:
      return open + done + failed;
    case 'DONE':
      return done;
    case 'FAILED':
      return failed;
    case 'BRIDGING':
    case 'FUNDS_REQUIRED':
    case 'AWAITING_DEPOSIT':
      return open;
  }
}

const counts = z.looseObject({ open: z.int(), done: z.int(), failed: z.int() });

const page = z.looseObject({
  items: z.array(z.looseObject({})),
  next: z.string().nullable(),
});

function rowAt(path: string, endpoints: readonly Endpoint[]): Endpoint {
  const row = endpoints.find((one) => one.path === path);
  if (row === undefined) throw new Error(`the table has no ${path}`);
  return row;
}

function given(said: string | null | undefined): string | null {
  return said === undefined || said === '' ? null : said;
}
