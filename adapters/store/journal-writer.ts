import type { Writes } from '@interline/core';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { keyWrites } from './api-keys/key-journal.ts';
import { bookWrites, reservationWrites } from './books/book-journal.ts';
import { liabilityWrites } from './books/liability-journal.ts';
import type { Dialect } from './engine/dialect.ts';
import type { UnitScope } from './engine/unit.ts';
import { answerWrites } from './idempotency/answer-journal.ts';
import { keptAnswerWrites } from './idempotency/kept-answer-journal.ts';
import { journalReader } from './journal-reader.ts';
import { primitiveWrites } from './primitives/primitive-journal.ts';
import { pruneWrites } from './prune-journal.ts';
import { budgetWrites } from './transactions/budget-journal.ts';
import { effectWrites } from './transactions/effect-journal.ts';
import { envelopeWrites } from './transactions/envelope-journal.ts';
import { laneWrites } from './transactions/lane-journal.ts';
import { deliveryWrites } from './transfer/delivery-journal.ts';
import { deliveryRecordWrites } from './transfer/delivery-record-journal.ts';
import { intentWrites } from './transfer/intent-journal.ts';
import { outboxWrites } from './transfer/outbox-journal.ts';
import { routeWrites } from './transfer/route-journal.ts';
import { hookWrites } from './webhooks/hook-journal.ts';

/**
 * The journal as one unit sees it: its reads go to the writing connection, so they see the unit's
 * own rows.
 */
export function journalWriter(scope: UnitScope, dialect: Dialect, onEnqueued: () => void): Writes {
  const { db } = scope;
  const reads = journalReader(db);
  return {
    transfers: {
      ...reads.transfers,
      ...routeWrites(db, dialect),
      ...intentWrites(db),
      ...deliveryWrites(db),
      ...deliveryRecordWrites(db),
      ...outboxWrites(db),
    },
    transactions: {
      ...reads.transactions,
      ...effectWrites(db),
      ...envelopeWrites(db),
      ...laneWrites(db),
      ...reservationWrites(db),
      ...budgetWrites(db, dialect),
    },
    books: { ...reads.books, ...bookWrites(db), ...liabilityWrites(db) },
    webhooks: { ...reads.webhooks, ...hookWrites(db) },
    apiKeys: { ...reads.apiKeys, ...keyWrites(db, dialect) },
    primitives: { ...reads.primitives, ...primitiveWrites(db, dialect) },
    idempotency: { ...reads.idempotency, ...answerWrites(db), ...keptAnswerWrites(db) },
    jobs: {
      async enqueue(job) {
        await enqueueJob(db, job);
        scope.onCommit(onEnqueued);
      },
    },
    ...pruneWrites(db),
  };
}
