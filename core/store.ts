import type { JobWrites, StorePort } from '@interline/ports';
import type { ApiKeyReads, ApiKeyWrites } from './api-keys/index.ts';
import type { BookReads, BookWrites } from './books/index.ts';
import type { IdempotencyReads, IdempotencyWrites } from './idempotency/index.ts';
import type { PrimitiveReads, PrimitiveWrites } from './primitives/index.ts';
import type { TransactionReads, TransactionWrites } from './transactions/index.ts';
import type { TransferReads, TransferWrites } from './transfer/index.ts';
import type { WebhookReads, WebhookWrites } from './webhooks/index.ts';

/** Reads of committed state, on a connection of their own. */
export interface JournalReader {
  readonly transfers: TransferReads;
  readonly transactions: TransactionReads;
  readonly books: BookReads;
  readonly webhooks: WebhookReads;
  readonly apiKeys: ApiKeyReads;
  readonly primitives: PrimitiveReads;
  readonly idempotency: IdempotencyReads;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface JournalWriter {
  readonly transfers: TransferWrites;
  readonly transactions: TransactionWrites;
  readonly books: BookWrites;
  readonly webhooks: WebhookWrites;
  readonly apiKeys: ApiKeyWrites;
  readonly primitives: PrimitiveWrites;
  readonly idempotency: IdempotencyWrites;
  readonly jobs: JobWrites;
  /**
   * Forgets what nobody can use any more: sign requests, idempotent and kept answers a day after
   * their end, budgets of last week, delivery records and hooks after 90 days, rehearsals and their
   * hooks 7 days after their end, key use after 25 hours, batches and what has ended of schedules
   * and conditionals after 30 days, or as soon as a client has 1,000 newer ones. Permit bits stay:
   * a signature may still be out.
   */
  prune(nowMs: number): Promise<void>;
}

export type UnitOfWork = Pick<StorePort<JournalReader, JournalWriter>, 'run'>;
