import { RelayError } from '@interline/kernel';
import type { Hook, HookDelivery, HookTry } from './hook.ts';
import type { WebhookView } from './repository.ts';

/** `pending` is the spec's word for a hook that has delivered nothing yet. */
export type HookStatus = 'pending' | 'delivered' | 'failed' | 'stopped';

export interface HookState {
  readonly hook: Hook;
  readonly status: HookStatus;
  /** Of the last event owed; null before the route's first end. */
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

/** Hooks with a delivery that is dead, the newest first. */
type ListDeadHooks = (limit: number) => Promise<readonly HookState[]>;

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
  return { hook, status: statusOf(delivery), delivery, tries };
}

function statusOf(last: HookDelivery | null): HookStatus {
  switch (last?.state) {
    case undefined:
    case 'waiting':
    case 'withdrawn':
      return 'pending';
    case 'delivered':
      return 'delivered';
    case 'dead':
      return 'failed';
    case 'stopped':
      return 'stopped';
  }
}
