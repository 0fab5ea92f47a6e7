// Written by `npm run client:types` from the service's OpenAPI document.

import type { RouteReceipt } from './route-receipt.ts';

export type AccountRoutes = {
  readonly items: readonly RouteReceipt[];
  /** Send it as next to get the next page; null on the last page. */
  readonly next: string | null;
};
