import type { Reads } from '@interline/core';
import { apiKeyReads } from './api-keys/repository.ts';
import { bookReads, reservationReads } from './books/repository.ts';
import type { Db } from './engine/db.ts';
import { idempotencyReads } from './idempotency/repository.ts';
import { primitiveReads } from './primitives/primitive-journal.ts';
import { budgetReads } from './transactions/budget-journal.ts';
import { transactionReads } from './transactions/transaction-journal.ts';
import { signedTransactionReads } from './transactions/signed-transaction-journal.ts';
import { accountReads } from './transactions/account-journal.ts';
import { transferRecordReads } from './transfer/transfer-record-journal.ts';
import { keptOrderReads } from './transfer/kept-order-journal.ts';
import { routeEventReads } from './transfer/route-event-journal.ts';
import { routeReads } from './transfer/route-journal.ts';
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
