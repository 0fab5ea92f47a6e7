import type { Reads } from '@interline/core';
import { keyReads } from './api-keys/key-journal.ts';
import { bookReads, reservationReads } from './books/book-journal.ts';
import { liabilityReads } from './books/liability-journal.ts';
import type { Db } from './engine/db.ts';
import { answerReads } from './idempotency/answer-journal.ts';
import { keptAnswerReads } from './idempotency/kept-answer-journal.ts';
import { primitiveReads } from './primitives/primitive-journal.ts';
import { budgetReads } from './transactions/budget-journal.ts';
import { effectReads } from './transactions/effect-journal.ts';
import { envelopeReads } from './transactions/envelope-journal.ts';
import { laneReads } from './transactions/lane-journal.ts';
import { deliveryRecordReads } from './transfer/delivery-record-journal.ts';
import { intentReads } from './transfer/intent-journal.ts';
import { outboxReads } from './transfer/outbox-journal.ts';
import { routeReads } from './transfer/route-journal.ts';
import { hookReads } from './webhooks/hook-journal.ts';

export function journalReader(db: Db): Reads {
  return {
    transfers: {
      ...routeReads(db),
      ...intentReads(db),
      ...deliveryRecordReads(db),
      ...outboxReads(db),
    },
    transactions: {
      ...effectReads(db),
      ...envelopeReads(db),
      ...laneReads(db),
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
