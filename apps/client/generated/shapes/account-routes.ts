// Written by `npm run client:types` from the service's OpenAPI document.

import type { RouteReceipt } from './route-receipt.ts';

export type AccountRoutes = {
  readonly items: readonly RouteReceipt[];
  /** What to send as next for the next page; null at the last. */
  readonly next: string | null;
};
