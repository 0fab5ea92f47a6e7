import type { Reads } from '@interline/core';
import { keyReads } from './api-keys/key-journal.ts';
import { bookReads, reservationReads } from './books/book-journal.ts';
import { liabilityReads } from './books/liability-journal.ts';
import type { Db } from './engine/db.ts';
import { answerReads } from './idempotency/answer-journal.ts';
import { keptAnswerReads } from './idempotency/kept-answer-journal.ts';
import { primitiveReads } from './primitives/primitive-journal.ts';
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
