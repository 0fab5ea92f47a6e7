import type { Entropy } from '@interline/ports';
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The states of a task that waits for its sender; no route exists yet. */
export type OpenState = 'TASK_STATE_INPUT_REQUIRED' | 'TASK_STATE_AUTH_REQUIRED';

/** What a task's id encodes; the service keeps no other record of a task. */
export type TaskId = RouteTask | OpenTask;

interface RouteTask {
  readonly kind: 'route';
  readonly id: string;
  readonly contextId: string;
  readonly routeId: string;
}

interface OpenTask {
  readonly kind: 'open';
  readonly id: string;
  readonly contextId: string;
  readonly state: OpenState;
  /** When the task lapses: the deadline of what its sender must provide. */
  readonly expiresAtSec: number;
}

const routeIds = /^(rt|sbx)_[0-9a-f]{1,64}$/;
const openIds = /^(open_([ia])([0-9a-z]{1,10})_[0-9a-f]{32})_([0-9a-f]{32})$/;
const contexts = /^[\x20-\x7e]{1,128}$/;
const letters = { i: 'TASK_STATE_INPUT_REQUIRED', a: 'TASK_STATE_AUTH_REQUIRED' } as const;

/** Whether a client's context is acceptable. */
export function isContext(text: string): boolean {
  return contexts.test(text);
}

/**
 * The task of a route. Its id is the route's, followed by the context that the client supplied, because
 * every later answer must repeat it and no store keeps it. Without one, the route is the context.
 */
export function routeTask(routeId: string, context: string | null): RouteTask {
  return {
    kind: 'route',
    id: withContext(routeId, context),
    contextId: context ?? routeId,
    routeId,
  };
}

interface OpenParts {
  readonly state: OpenState;
  readonly expiresAtSec: number;
  readonly entropy: Entropy;
  readonly secret: string;
}

/** A task that exists only as its id, which carries a MAC so that clients cannot invent one. */
export function openTask(
  { state, expiresAtSec, entropy, secret }: OpenParts,
  context: string | null,
): OpenTask {
  const letter = state === letters.i ? 'i' : 'a';
  const made = `open_${letter}${expiresAtSec.toString(36)}_${entropy.hex(16)}`;
  const name = `${made}_${markOf(made, context, secret)}`;
  return {
    kind: 'open',
    id: withContext(name, context),
    contextId: context ?? name,
    state,
    expiresAtSec,
  };
}

/** Null for an id that is not a task's. */
export function readTaskId(id: string, secret: string): TaskId | null {
  const [name = '', ...rest] = id.split('~');
  const context = rest.length === 0 ? null : decoded(rest.join('~'));
  if (context !== null && !isContext(context)) return null;
  if (routeIds.test(name)) return { ...routeTask(name, context), id };
  const [, made, letter, expires, mark] = openIds.exec(name) ?? [];
  if (made === undefined || expires === undefined || mark === undefined) return null;
  if (!timingSafeEqual(Buffer.from(mark), Buffer.from(markOf(made, context, secret)))) return null;
  return {
    kind: 'open',
    id,
    contextId: context ?? name,
    state: letter === 'i' ? letters.i : letters.a,
    expiresAtSec: Number.parseInt(expires, 36),
  };
}

/** Encodes the context for use in a path, where even the colon of `:cancel` has a meaning. */
function withContext(name: string, context: string | null): string {
  return context === null ? name : `${name}~${encodeURIComponent(context)}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

function markOf(made: string, context: string | null, secret: string): string {
  return createHmac('sha256', secret)
    .update(`task of a2a ${made}~${context ?? ''}`)
    .digest('hex')
    .slice(0, 32);
}
