// Written by `npm run client:types` from the service's OpenAPI document.

import type { AccountHookDelivery } from './account-hook-delivery.ts';

export type AccountHookDeliveries = {
  readonly items: readonly AccountHookDelivery[];
  readonly next: null;
};
