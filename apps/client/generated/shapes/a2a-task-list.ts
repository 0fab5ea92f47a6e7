// Written by `npm run client:types` from the service's OpenAPI document.

import type { A2aTask } from './a2a-task.ts';

export type A2aTaskList = {
  readonly tasks: readonly A2aTask[];
  readonly nextPageToken: string;
  readonly pageSize: number;
  readonly totalSize: number;
  readonly [other: string]: unknown;
};
