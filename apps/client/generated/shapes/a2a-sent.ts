// Written by `npm run client:types` from the service's OpenAPI document.

import type { A2aMessage } from './a2a-message.ts';
import type { A2aTask } from './a2a-task.ts';

export type A2aSent = {
  readonly message?: A2aMessage;
  readonly task?: A2aTask;
  readonly [other: string]: unknown;
};
