// Written by `npm run client:types` from the service's OpenAPI document.

import type { Agent } from './agent.ts';

export type Agents = {
  readonly items: readonly Agent[];
  readonly next: null;
};
