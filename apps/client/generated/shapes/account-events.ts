// Written by `npm run client:types` from the service's OpenAPI document.

import type { AccountEvent } from './account-event.ts';

export type AccountEvents = {
  /** The oldest first, at most 100. */
  readonly items: readonly AccountEvent[];
  /** Send it as after to get what comes next. */
  readonly next: number;
};
