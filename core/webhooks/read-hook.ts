import { RelayError } from '@interline/kernel';
import type { WebhookView } from './repository.ts';
import {
  type Hook,
  type HookDelivery,
  type HookStatus,
  hookStatusOf,
  type HookTry,
} from './hook.ts';

export interface HookState {
  readonly hook: Hook;
  readonly status: HookStatus;
  /** The last event that was owed; null before the route's first end. */
  readonly delivery: HookDelivery | null;
  /** Of all its deliveries, the oldest first. */
  readonly tries: readonly HookTry[];
}

/** Throws `UNKNOWN_RECORD`. */
export type ReadHook = (id: string) => Promise<HookState>;

export function readHook(reads: WebhookView): ReadHook {
  return async (id) => {
    const hook = await reads.webhooks.hook(id);
    if (hook === null) throw new RelayError('UNKNOWN_RECORD', {}, 'no hook has this id');
    return stateOf(reads, hook);
  };
}

/** Hooks that gave up on their last event, the newest first. */
export type ListDeadHooks = (limit: number) => Promise<readonly HookState[]>;

export function listDeadHooks(reads: WebhookView): ListDeadHooks {
  return async (limit) => {
    const hooks = await reads.webhooks.deadHooks(limit);
    return Promise.all(hooks.map((hook) => stateOf(reads, hook)));
  };
}

async function stateOf(reads: WebhookView, hook: Hook): Promise<HookState> {
  const [[delivery = null], tries] = await Promise.all([
    reads.webhooks.deliveriesOf(hook.id),
    reads.webhooks.triesOf(hook.id),
  ]);
  return { hook, status: hookStatusOf(delivery), delivery, tries };
}
