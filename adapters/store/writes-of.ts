import type { Writes } from '@interline/core';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { apiKeyWrites } from './api-keys/repository.ts';
import { bookWrites, reservationWrites } from './books/repository.ts';
import type { Dialect } from './engine/dialect.ts';
import type { UnitScope } from './engine/unit.ts';
import { idempotencyWrites } from './idempotency/repository.ts';
import { readsOf } from './reads-of.ts';
import { primitiveWrites } from './primitives/repository.ts';
import { pruneWrites } from './prune-writes.ts';
import {
  accountWrites,
  budgetWrites,
  signedTransactionWrites,
  transactionWrites,
} from './transactions/repository.ts';
import {
  deliveryWrites,
  keptOrderWrites,
  routeEventWrites,
  routeWrites,
  transferRecordWrites,
} from './transfer/repository.ts';
import { webhookWrites } from './webhooks/repository.ts';

/**
 * The store as one unit sees it: its reads go to the writing connection, so they see the unit's
 * own rows.
 */
export function writesOf(scope: UnitScope, dialect: Dialect, onEnqueued: () => void): Writes {
  const { db } = scope;
  const reads = readsOf(db);
  return {
    transfers: {
      ...reads.transfers,
      ...routeWrites(db, dialect),
      ...keptOrderWrites(db),
      ...deliveryWrites(db),
      ...transferRecordWrites(db),
      ...routeEventWrites(db),
    },
    transactions: {
      ...reads.transactions,
      ...transactionWrites(db),
      ...signedTransactionWrites(db),
      ...accountWrites(db),
      ...reservationWrites(db),
      ...budgetWrites(db, dialect),
    },
    books: { ...reads.books, ...bookWrites(db) },
    webhooks: { ...reads.webhooks, ...webhookWrites(db) },
    apiKeys: { ...reads.apiKeys, ...apiKeyWrites(db, dialect) },
    primitives: { ...reads.primitives, ...primitiveWrites(db, dialect) },
    idempotency: { ...reads.idempotency, ...idempotencyWrites(db) },
    jobs: {
      async enqueue(job) {
        await enqueueJob(db, job);
        scope.onCommit(onEnqueued);
      },
    },
    ...pruneWrites(db),
  };
}
