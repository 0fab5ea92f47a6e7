import type { TransferReads, TransferWrites } from './repositories/transfers.ts';
import type { TransactionReads, TransactionWrites } from './repositories/transactions.ts';
import type { BookReads, BookWrites } from './repositories/books.ts';
import type { WebhookReads, WebhookWrites } from './repositories/webhooks.ts';
import type { ApiKeyReads, ApiKeyWrites } from './repositories/api-keys.ts';
import type { PrimitiveReads, PrimitiveWrites } from './repositories/primitives.ts';
import type { IdempotencyReads, IdempotencyWrites } from './repositories/idempotency.ts';
import type { JobWrites } from './repositories/jobs.ts';

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

/**
 * The database, as what uses it sees it: `Reads` and `Writes` name the repositories it works with.
 * The composition has one store that has them all.
 */
export interface StorePort<Reads, Writes> {
  /** Committed state, read on a connection of its own. */
  readonly reads: Reads;
  /**
   * One unit of work. Units run one after another, or as if they did; several may share one COMMIT.
   * Where another process was faster `work` runs again from its start, so it does nothing but
   * compute and use `tx`. Resolves only after its COMMIT is durable, and rejects with nothing
   * written when `work` throws. No network inside. A unit started within a unit joins it. Throws
   * `STORE_DOWN` when the database fails: nothing was written, unless details say
   * `recorded: 'unknown'`; then the COMMIT was not answered, and a later read tells.
   * `name` tells logs and tests which unit it is, e.g. `accept-route`.
   */
  readonly run: <T>(name: string, work: (tx: Writes) => Promise<T>) => Promise<T>;
}

export type UnitOfWork = Pick<StorePort<JournalReader, JournalWriter>, 'run'>;
