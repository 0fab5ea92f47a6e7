import type { Reads, Writes } from '@interline/core';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { accountReads, accountWrites, pruneAccounts } from './accounts/repository.ts';
import { agentReads, agentWrites, pruneAgents } from './agents/repository.ts';
import { mandateReads, mandateWrites, pruneMandates } from './mandates/repository.ts';
import { apiKeyReads, apiKeyWrites, pruneKeys } from './api-keys/repository.ts';
import { bookReads, bookWrites } from './books/repository.ts';
import type { Db } from './engine/db.ts';
import type { Dialect } from './engine/dialect.ts';
import type { UnitScope } from './engine/unit.ts';
import { evidenceReads, evidenceWrites, pruneEvidence } from './evidence/repository.ts';
import { invoiceReads, invoiceWrites } from './invoices/repository.ts';
import { idempotencyReads, idempotencyWrites, pruneIdempotency } from './idempotency/repository.ts';
import { membershipReads, membershipWrites, pruneLinks } from './membership/repository.ts';
import { messageReads, messageWrites } from './messaging/repository.ts';
import { operationReads, operationWrites } from './operations/repository.ts';
import { passReads, passWrites } from './passes/repository.ts';
import { laneReads, laneWrites } from './private-lane/repository.ts';
import { planReads, planWrites, prunePlans } from './planning/repository.ts';
import { primitiveReads, primitiveWrites, prunePrimitives } from './primitives/repository.ts';
import {
  type PulledRoute,
  pruneTransactions,
  transactionReads,
  transactionWrites,
} from './transactions/repository.ts';
import { paymentReads, paymentWrites, prunePayments } from './payments/repository.ts';
import { pruneSponsored, sponsorReads, sponsorWrites } from './sponsor/repository.ts';
import { sureTimeReads, sureTimeWrites } from './sure-time/repository.ts';
import { switchReads, switchWrites } from './switches/repository.ts';
import { logReads, logWrites } from './transparency/repository.ts';
import { pruneTransfers, transferReads, transferWrites } from './transfer/repository.ts';
import { pruneWebhooks } from './webhooks/prune-webhooks.ts';
import { webhookReads, webhookWrites } from './webhooks/repository.ts';

/** The repositories of all modules over one connection. */
export function readsOf(db: Db): Reads {
  return {
    transfers: transferReads(db),
    transactions: transactionReads(db),
    books: bookReads(db),
    webhooks: webhookReads(db),
    accounts: accountReads(db),
    agents: agentReads(db),
    mandates: mandateReads(db),
    apiKeys: apiKeyReads(db),
    primitives: primitiveReads(db),
    plans: planReads(db),
    membership: membershipReads(db),
    passes: passReads(db),
    privateLane: laneReads(db),
    messages: messageReads(db),
    logs: logReads(db),
    evidence: evidenceReads(db),
    invoices: invoiceReads(db),
    payments: paymentReads(db),
    sponsor: sponsorReads(db),
    idempotency: idempotencyReads(db),
    sureTime: sureTimeReads(db),
    switches: switchReads(db),
    operations: operationReads(db),
  };
}

/** Called once a unit is committed. */
export interface Tell {
  /** The same function for all units: of a group that enqueued many jobs it is called once. */
  readonly jobs: () => void;
  readonly route: (id: string) => void;
}

/** The same within one unit: its reads go to the writing connection, so they see its own rows. */
export function writesOf(scope: UnitScope, dialect: Dialect, tell: Tell): Writes {
  const { db } = scope;
  const reads = readsOf(db);
  const written = new Map<string, PulledRoute>();
  const onChanged = (id: string): void => scope.onCommit(() => tell.route(id));
  return {
    transfers: {
      ...reads.transfers,
      ...transferWrites(db, dialect, onChanged, (route) => written.set(route.id, route)),
    },
    transactions: { ...reads.transactions, ...transactionWrites(db, dialect, written) },
    books: { ...reads.books, ...bookWrites(db, dialect) },
    webhooks: { ...reads.webhooks, ...webhookWrites(db) },
    accounts: { ...reads.accounts, ...accountWrites(db, onChanged) },
    agents: { ...reads.agents, ...agentWrites(db) },
    mandates: { ...reads.mandates, ...mandateWrites(db) },
    apiKeys: { ...reads.apiKeys, ...apiKeyWrites(db, dialect) },
    primitives: { ...reads.primitives, ...primitiveWrites(db, dialect) },
    plans: { ...reads.plans, ...planWrites(db) },
    membership: { ...reads.membership, ...membershipWrites(db) },
    passes: { ...reads.passes, ...passWrites(db) },
    privateLane: { ...reads.privateLane, ...laneWrites(db) },
    messages: { ...reads.messages, ...messageWrites(db) },
    logs: { ...reads.logs, ...logWrites(db) },
    evidence: { ...reads.evidence, ...evidenceWrites(db) },
    invoices: { ...reads.invoices, ...invoiceWrites(db, dialect) },
    payments: { ...reads.payments, ...paymentWrites(db) },
    sponsor: { ...reads.sponsor, ...sponsorWrites(db) },
    idempotency: { ...reads.idempotency, ...idempotencyWrites(db) },
    sureTime: { ...reads.sureTime, ...sureTimeWrites(db) },
    switches: { ...reads.switches, ...switchWrites(db, dialect) },
    operations: { ...reads.operations, ...operationWrites(db) },
    jobs: {
      async enqueue(job) {
        await enqueueJob(db, job);
        scope.onCommit(tell.jobs);
      },
    },
    prune: (nowMs) => prune(db, nowMs),
  };
}

async function prune(db: Db, nowMs: number): Promise<void> {
  await pruneIdempotency(db, nowMs);
  await pruneKeys(db, nowMs);
  await pruneAccounts(db, nowMs);
  await pruneAgents(db, nowMs);
  await pruneMandates(db, nowMs);
  await prunePrimitives(db, nowMs);
  await prunePlans(db, nowMs);
  await pruneLinks(db, nowMs);
  // Before the transfers: a rehearsal that still has a hook stays.
  await pruneWebhooks(db, nowMs);
  await pruneTransfers(db, nowMs);
  await pruneTransactions(db, nowMs);
  await pruneEvidence(db, nowMs);
  await pruneSponsored(db, nowMs);
  await prunePayments(db, nowMs);
}
