// Written by `npm run client:types` from the service's OpenAPI document.

import type { UnderstoodRequest } from './understood-request.ts';

export type UnderstoodIntent = {
  /** The transfer in the plainest words that mean it. */
  readonly sentence: string;
  readonly request: UnderstoodRequest;
};
