import type { OwnDelivery } from '@interline/core/accounts';
import type { AccountHook, HookDelivery } from '@interline/core/webhooks';
import type * as z from 'zod';
import type { accountHook, hookDelivery } from './hook-schemas.ts';

export function presentHook({
  id,
  url,
  events,
  failures,
  disabledAtMs,
  createdAtMs,
}: AccountHook): z.input<typeof accountHook> {
  return {
    id,
    url,
    events: [...events],
    status: disabledAtMs === null ? 'active' : 'disabled',
    failures,
    created: createdAtMs,
    disabledAt: disabledAtMs,
  };
}

export function presentDelivery({
  delivery,
  seq,
  tries,
}: OwnDelivery): z.input<typeof hookDelivery> {
  const { id, state, createdAtMs, dueAtMs } = delivery;
  return {
    id,
    seq,
    state: shownState(state),
    created: createdAtMs,
    nextTryAt: state === 'waiting' ? dueAtMs : null,
    attempts: tries.map(({ number, atMs, outcome, httpStatus, tookMs }) => ({
      number,
      ts: atMs,
      outcome,
      httpStatus,
      ms: tookMs,
    })),
  };
}

function shownState(state: HookDelivery['state']): z.input<typeof hookDelivery>['state'] {
  switch (state) {
    case 'waiting':
    case 'delivered':
    case 'stopped':
      return state;
    case 'dead':
      return 'failed';
    case 'withdrawn':
      return 'stopped';
  }
}
