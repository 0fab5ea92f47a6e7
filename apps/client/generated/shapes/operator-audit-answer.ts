// Written by `npm run client:types` from the service's OpenAPI document.

import type { AuditEntry } from './audit-entry.ts';

export type OperatorAuditAnswer = {
  readonly entries: readonly AuditEntry[];
  readonly count: number;
};
