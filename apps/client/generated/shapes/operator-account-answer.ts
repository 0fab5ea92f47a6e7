// Written by `npm run client:types` from the service's OpenAPI document.

import type { AccountSheet } from './account-sheet.ts';

export type OperatorAccountAnswer = {
  readonly accounts: readonly AccountSheet[];
};
