import type { Hook, HookState, HookStatus } from '@interline/core/webhooks';
import type { hookRegistered, hookState } from './schemas.ts';
import type * as z from 'zod';

export function presentRegistered({ id, routeId, url }: Hook): z.input<typeof hookRegistered> {
  return { id, routeId, url, status: 'pending', note: noteOf('pending') };
}

export function presentHook({
  hook,
  status,
  delivery,
  tries,
}: HookState): z.input<typeof hookState> {
  return {
    id: hook.id,
    routeId: hook.routeId,
    url: hook.url,
    status,
    note: noteOf(status),
    signed: hook.isSigned,
    created: hook.createdAtMs,
    deliveryId: delivery?.id ?? null,
    attempts: tries.map(({ deliveryId, number, atMs, outcome, httpStatus, tookMs }) => ({
      deliveryId,
      number,
      ts: atMs,
      outcome,
      httpStatus,
      ms: tookMs,
    })),
    nextTryAt: delivery?.state === 'waiting' ? delivery.dueAtMs : null,
  };
}

function noteOf(status: HookStatus): string {
  switch (status) {
    case 'pending':
      return 'The URL is called when the route reaches DONE or FAILED, at least once, and again for more than a day where it does not answer 2xx.';
    case 'delivered':
      return 'The URL was told of the last event. A reorg that reopens the route makes its next end a new event.';
    case 'failed':
      return 'Every try failed, or none could be made in time. The operator can have it tried again.';
    case 'stopped':
      return 'The URL answered 410, so nothing more is sent.';
  }
}
