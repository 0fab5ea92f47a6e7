// Written by `npm run client:types` from the service's OpenAPI document.

import type { AccountHook } from './account-hook.ts';

export type AccountHooks = {
  readonly items: readonly AccountHook[];
  readonly next: null;
};
