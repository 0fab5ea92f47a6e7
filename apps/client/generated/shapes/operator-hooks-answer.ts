// Written by `npm run client:types` from the service's OpenAPI document.

import type { HookState } from './hook-state.ts';

export type OperatorHooksAnswer = {
  readonly hooks: readonly HookState[];
  readonly count: number;
};
