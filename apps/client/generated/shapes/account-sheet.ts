// Written by `npm run client:types` from the service's OpenAPI document.

import type { OpenTransaction } from './open-transaction.ts';
import type { OperatorAccount } from './operator-account.ts';

export type AccountSheet = {
  readonly account: OperatorAccount;
  readonly open: readonly OpenTransaction[];
};
