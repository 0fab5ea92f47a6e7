import type { Reads } from '@interline/core';
import { keyReads } from './api-keys/key-journal.ts';
import { bookReads, reservationReads } from './books/book-journal.ts';
import { liabilityReads } from './books/liability-journal.ts';
import type { Db } from './engine/db.ts';
import { answerReads } from './idempotency/answer-journal.ts';
import { keptAnswerReads } from './idempotency/kept-answer-journal.ts';
import { primitiveReads } from './primitives/repository.ts';
import { budgetReads } from './transactions/budget-journal.ts';
import { transactionReads } from './transactions/transaction-journal.ts';
import { signedTransactionReads } from './transactions/signed-transaction-journal.ts';
import { accountReads } from './transactions/account-journal.ts';
import { transferRecordReads } from './transfer/transfer-record-journal.ts';
import { keptOrderReads } from './transfer/kept-order-journal.ts';
import { routeEventReads } from './transfer/route-event-journal.ts';
import { routeReads } from './transfer/route-journal.ts';
import { hookReads } from './webhooks/hook-journal.ts';

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
    books: { ...bookReads(db), ...liabilityReads(db) },
    webhooks: hookReads(db),
    apiKeys: keyReads(db),
    primitives: primitiveReads(db),
    idempotency: { ...answerReads(db), ...keptAnswerReads(db) },
  };
}
