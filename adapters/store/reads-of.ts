import type { Reads } from '@interline/core';
import { apiKeyReads } from './api-keys/repository.ts';
import { bookReads, reservationReads } from './books/repository.ts';
import type { Db } from './engine/db.ts';
import { idempotencyReads } from './idempotency/repository.ts';
import { primitiveReads } from './primitives/repository.ts';
import {
  accountReads,
  budgetReads,
  signedTransactionReads,
  transactionReads,
} from './transactions/repository.ts';
import {
  keptOrderReads,
  routeEventReads,
  routeReads,
  transferRecordReads,
} from './transfer/repository.ts';
import { webhookReads } from './webhooks/repository.ts';

export function readsOf(db: Db): Reads {
  return {
    transfers: {
      ...routeReads(db),
      ...keptOrderReads(db),
      ...transferRecordReads(db),
      ...routeEventReads(db),
    },
    transactions: {
      ...transactionReads(db),
      ...signedTransactionReads(db),
      ...accountReads(db),
      ...reservationReads(db),
      ...budgetReads(db),
    },
    books: bookReads(db),
    webhooks: webhookReads(db),
    apiKeys: apiKeyReads(db),
    primitives: primitiveReads(db),
    idempotency: idempotencyReads(db),
  };
}
