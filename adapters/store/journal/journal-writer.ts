import type { JournalWriter } from '@interline/usecases';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import type { Dialect } from '../sql/dialect.ts';
import type { UnitScope } from '../unit/unit.ts';
import { answerWrites } from './answer-journal.ts';
import { bookWrites, reservationWrites } from './book-journal.ts';
import { budgetWrites } from './budget-journal.ts';
import { deliveryWrites } from './delivery-journal.ts';
import { deliveryRecordWrites } from './delivery-record-journal.ts';
import { effectWrites } from './effect-journal.ts';
import { envelopeWrites } from './envelope-journal.ts';
import { hookWrites } from './hook-journal.ts';
import { intentWrites } from './intent-journal.ts';
import { journalReader } from './journal-reader.ts';
import { keyWrites } from './key-journal.ts';
import { keptAnswerWrites } from './kept-answer-journal.ts';
import { laneWrites } from './lane-journal.ts';
import { liabilityWrites } from './liability-journal.ts';
import { primitiveWrites } from './primitive-journal.ts';
import { outboxWrites } from './outbox-journal.ts';
import { pruneWrites } from './prune-journal.ts';
import { routeWrites } from './route-journal.ts';

/**
 * The journal as one unit sees it: its reads go to the writing connection, so they see the unit's
 * own rows.
 */
export function journalWriter(
  scope: UnitScope,
  dialect: Dialect,
  onEnqueued: () => void,
): JournalWriter {
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
