import type * as z from 'zod';
import { type RouteStatus, routeStatuses } from '@interline/core/transfer';
import type { artifact, message, part, task } from './schemas.ts';
import type { TaskId } from './task-id.ts';

/** All states of the protocol; the first means unspecified. */
export const taskStates = [
  'TASK_STATE_UNSPECIFIED',
  'TASK_STATE_SUBMITTED',
  'TASK_STATE_WORKING',
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_INPUT_REQUIRED',
  'TASK_STATE_REJECTED',
  'TASK_STATE_AUTH_REQUIRED',
] as const;

export type TaskWire = z.input<typeof task>;
export type TaskState = TaskWire['status']['state'];
export type MessageWire = z.input<typeof message>;
export type ArtifactWire = z.input<typeof artifact>;
type PartWire = z.input<typeof part>;

/** The fields of a status answer that make a task. */
export interface RouteView {
  readonly id: string;
  readonly status: RouteStatus;
  readonly updatedAt: number;
}

const states: Readonly<Record<RouteStatus, TaskState>> = {
  BRIDGING: 'TASK_STATE_WORKING',
  FUNDS_REQUIRED: 'TASK_STATE_INPUT_REQUIRED',
  AWAITING_DEPOSIT: 'TASK_STATE_INPUT_REQUIRED',
  DONE: 'TASK_STATE_COMPLETED',
  FAILED: 'TASK_STATE_FAILED',
};

/** The route in an answer; null where the answer is not a route's. */
export function routeIn(body: Readonly<Record<string, unknown>>): RouteView | null {
  const { id, status, updatedAt } = body;
  const known = routeStatuses.find((one) => one === status);
  return typeof id === 'string' && typeof updatedAt === 'number' && known !== undefined
    ? { ...body, id, status: known, updatedAt }
    : null;
}

export function stateOf({ status }: Pick<RouteView, 'status'>): TaskState {
  return states[status];
}

/** The statuses of routes whose tasks are in that state. */
export function statusesIn(state: string): readonly RouteStatus[] {
  return routeStatuses.filter((status) => states[status] === state);
}

export function presentRouteTask(
  { id, contextId }: Pick<TaskId, 'id' | 'contextId'>,
  route: RouteView,
  artifacts: readonly ArtifactWire[] = [],
): TaskWire {
  return {
    id,
    contextId,
    status: presentStatus({ id, contextId }, stateOf(route), route.updatedAt, [dataPart(route)]),
    ...(artifacts.length === 0 ? {} : { artifacts: [...artifacts] }),
    metadata: { routeId: route.id },
  };
}

export function presentStatus(
  { id, contextId }: Pick<TaskId, 'id' | 'contextId'>,
  state: TaskState,
  atMs: number,
  parts: PartWire[],
): TaskWire['status'] {
  return {
    state,
    timestamp: new Date(atMs).toISOString(),
    message: {
      messageId: `${id}.${atMs}`,
      role: 'ROLE_AGENT',
      contextId,
      taskId: id,
      parts,
    },
  };
}

/** The signed receipt of a route that has ended, and its place in the log. */
export function presentReceiptArtifact(evidence: Readonly<Record<string, unknown>>): ArtifactWire {
  const { jws, ...place } = evidence;
  return {
    artifactId: 'receipt',
    name: 'receipt',
    description: 'The signed receipt, a JWS; its key is in /.well-known/jwks.json.',
    parts: [{ text: String(jws), mediaType: 'application/jose' }, dataPart(place)],
  };
}

export function dataPart(data: unknown): PartWire {
  return { data, mediaType: 'application/json' };
}

export function textPart(text: string): PartWire {
  return { text, mediaType: 'text/plain' };
}
