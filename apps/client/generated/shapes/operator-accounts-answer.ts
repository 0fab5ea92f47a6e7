// Written by `npm run client:types` from the service's OpenAPI document.

import type { OperatorAccount } from './operator-account.ts';

export type OperatorAccountsAnswer = {
  readonly accounts: readonly OperatorAccount[];
  readonly count: number;
};
