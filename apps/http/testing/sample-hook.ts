import type { HookDelivery, HookState } from '@interline/core/webhooks';
import { sampleRoute } from './sample-route.ts';

/** A hook that failed once and is tried again. */
export const sampleHookState: HookState & { readonly delivery: HookDelivery } = {
  hook: {
    id: 'wh_0123456789abcdef0123456789abcdef',
    routeId: sampleRoute().id,
    url: 'https://shop.example/interline',
    host: 'shop.example',
    owner: 'c_1',
    isSigned: true,
    createdAtMs: 1_800_000_005_000,
  },
  status: 'pending',
  delivery: {
    id: 'msg_0123456789abcdef0123456789abcdef',
    hookId: 'wh_0123456789abcdef0123456789abcdef',
    eventId: 'ev_1',
    state: 'waiting',
    tries: 2,
    oldTries: 0,
    dueAtMs: 1_800_000_311_000,
    createdAtMs: 1_800_000_006_000,
  },
  tries: [
    {
      deliveryId: 'msg_0123456789abcdef0123456789abcdef',
      number: 1,
      atMs: 1_800_000_006_100,
      tookMs: null,
      outcome: null,
      httpStatus: null,
    },
    {
      deliveryId: 'msg_0123456789abcdef0123456789abcdef',
      number: 2,
      atMs: 1_800_000_011_000,
      tookMs: 84,
      outcome: 'answered',
      httpStatus: 503,
    },
  ],
};
