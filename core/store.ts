import type { JobWrites, StorePort } from '@interline/ports';
import type { AccountReads, AccountWrites } from './accounts/index.ts';
import type { AgentReads, AgentWrites } from './agents/index.ts';
import type { ApiKeyReads, ApiKeyWrites } from './api-keys/index.ts';
import type { BookReads, BookWrites } from './books/index.ts';
import type { EvidenceReads, EvidenceWrites } from './evidence/index.ts';
import type { IdempotencyReads, IdempotencyWrites } from './idempotency/index.ts';
import type { MandateReads, MandateWrites } from './mandates/index.ts';
import type { MembershipReads, MembershipWrites } from './membership/index.ts';
import type { MessageReads, MessageWrites } from './messaging/index.ts';
import type { OperationReads, OperationWrites } from './operations/index.ts';
import type { LaneReads, LaneWrites } from './private-lane/index.ts';
import type { InvoiceReads, InvoiceWrites, PassReads, PassWrites } from './passes/index.ts';
import type { PlanReads, PlanWrites } from './planning/index.ts';
import type { PrimitiveReads, PrimitiveWrites } from './primitives/index.ts';
import type { PaymentReads, PaymentWrites } from './payments/index.ts';
import type { SponsorReads, SponsorWrites } from './sponsor/index.ts';
import type { SureTimeReads, SureTimeWrites } from './sure-time/index.ts';
import type { SwitchReads, SwitchWrites } from './switches/index.ts';
import type { TransactionReads, TransactionWrites } from './transactions/index.ts';
import type { LogReads, LogWrites } from './transparency/index.ts';
import type { RouteAnnouncements, TransferReads, TransferWrites } from './transfer/index.ts';
import type { WebhookReads, WebhookWrites } from './webhooks/index.ts';

/** Committed state: the repositories of all modules, read on a connection of its own. */
export interface Reads {
  readonly transfers: TransferReads;
  readonly transactions: TransactionReads;
  readonly books: BookReads;
  readonly webhooks: WebhookReads;
  readonly accounts: AccountReads;
  readonly agents: AgentReads;
  readonly apiKeys: ApiKeyReads;
  readonly primitives: PrimitiveReads;
  readonly plans: PlanReads;
  readonly membership: MembershipReads;
  readonly mandates: MandateReads;
  readonly passes: PassReads;
  readonly privateLane: LaneReads;
  readonly messages: MessageReads;
  readonly logs: LogReads;
  readonly evidence: EvidenceReads;
  readonly invoices: InvoiceReads;
  readonly payments: PaymentReads;
  readonly sponsor: SponsorReads;
  readonly idempotency: IdempotencyReads;
  readonly sureTime: SureTimeReads;
  readonly switches: SwitchReads;
  readonly operations: OperationReads;
}

/** One unit of work over the repositories of all modules; its reads see its own writes. */
export interface Writes {
  readonly transfers: TransferWrites;
  readonly transactions: TransactionWrites;
  readonly books: BookWrites;
  readonly webhooks: WebhookWrites;
  readonly accounts: AccountWrites;
  readonly agents: AgentWrites;
  readonly apiKeys: ApiKeyWrites;
  readonly primitives: PrimitiveWrites;
  readonly plans: PlanWrites;
  readonly membership: MembershipWrites;
  readonly mandates: MandateWrites;
  readonly passes: PassWrites;
  readonly privateLane: LaneWrites;
  readonly messages: MessageWrites;
  readonly logs: LogWrites;
  readonly evidence: EvidenceWrites;
  readonly invoices: InvoiceWrites;
  readonly payments: PaymentWrites;
  readonly sponsor: SponsorWrites;
  readonly idempotency: IdempotencyWrites;
  readonly sureTime: SureTimeWrites;
  readonly switches: SwitchWrites;
  readonly operations: OperationWrites;
  readonly jobs: JobWrites;
  /**
   * Forgets what has no more use: sign requests, idempotent and kept answers a day after
   * their end, budgets of last week, delivery records and hooks after 90 days, rehearsals and their
   * hooks 7 days after their end, key use after 25 hours, plans after a day, agents' signatures a day
   * after they were good, what agents did after 100 days and a deleted agent with the last of it,
   * mandates 100 days after their tokens ended, final payments after 90 days where their
   * authorizations are used or over, batches and what has ended of schedules and conditionals after
   * 30 days, or as soon as a client has 1,000 newer ones. Permit bits stay: a signature may still be
   * out.
   */
  prune(nowMs: number): Promise<void>;
}

/** A unit of work whose modules hear of each other. */
export interface Unit extends Writes {
  readonly announce: RouteAnnouncements;
}

export type Store = StorePort<Reads, Unit>;
