import type { StorePort } from '@interline/ports';
import type { EventUnit } from '../accounts/index.ts';
import type { EvidenceReads, SigningUnit } from '../evidence/index.ts';
import type { IdempotencyReads } from '../idempotency/index.ts';
import type { TransactionReads } from '../transactions/index.ts';
import type { Challenge, Mandate, MandatePayment, MandateReceipt } from './mandate.ts';

/** A place in a list of mandates or of receipts. */
export interface MandatePlace {
  readonly id: string;
  readonly createdAtMs: number;
}

/** Reads of committed state. */
export interface MandateReads {
  mandate(id: string): Promise<Mandate | null>;
  mandateByHash(hash: string): Promise<Mandate | null>;
  /** An account's mandates after that place, newest first. */
  mandatesOf(
    account: string,
    after: MandatePlace | null,
    limit: number,
  ): Promise<readonly Mandate[]>;
  countMandates(account: string): Promise<number>;
  /** The ceilings on one chain of mandates that still allow payments. */
  openCeilings(
    chain: string,
    nowMs: number,
  ): Promise<readonly Pick<Mandate, 'id' | 'account' | 'ceiling'>[]>;
  /** Active mandates that have expired and whose owners were not notified, the earliest end first. */
  expiredUntold(nowMs: number, limit: number): Promise<readonly Mandate[]>;
  isChallengeOpen(nonceHash: string, mandateId: string, nowMs: number): Promise<boolean>;
  mandatePayment(closedHash: string): Promise<MandatePayment | null>;
  paymentOfRoute(routeId: string): Promise<MandatePayment | null>;
  /** The windows in which the mandate was used, except by failed payments. */
  usedWindows(mandateId: string): Promise<readonly string[]>;
  /** What its payments took from the allowance, except failed ones. */
  unitsTaken(mandateId: string): Promise<bigint>;
  /** The first verdict on the route's payment, which accepted it. */
  verdictOfRoute(mandateId: string, routeId: string): Promise<MandateReceipt | null>;
  /** Newest first: those before that number, or from the newest where it is null. */
  mandateReceipts(
    mandateId: string,
    before: number | null,
    limit: number,
  ): Promise<readonly MandateReceipt[]>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface MandateWrites extends MandateReads {
  /** Serialises the units that register mandates on a chain. */
  lockMandatesOf(what: string): Promise<void>;
  /** False where the mandate is registered already. It is forgotten only long after its token's end. */
  insertMandate(mandate: Mandate): Promise<boolean>;
  /** False where it is not active. */
  revokeMandate(id: string, nowMs: number): Promise<boolean>;
  /** False where its owner was notified before, or it was revoked. */
  markExpiryTold(id: string, nowMs: number): Promise<boolean>;
  insertChallenge(challenge: Challenge): Promise<void>;
  /** False where the nonce was taken before, has expired, belongs to another mandate or was never issued. */
  takeChallenge(nonceHash: string, mandateId: string, nowMs: number): Promise<boolean>;
  /**
   * A guarded update: takes the cents from the budget, counts a use, and locks the mandate until the unit ends. False,
   * and nothing is taken, where the mandate is revoked or has expired, or a sum would pass its limit.
   */
  reserveOf(
    mandateId: string,
    cents: bigint,
    limits: { readonly maxCents: bigint | null; readonly maxUses: number | null },
    nowMs: number,
  ): Promise<boolean>;
  /** False where a payment with that hash exists, or one in its window. */
  insertMandatePayment(payment: MandatePayment): Promise<boolean>;
  /** Moves the payment to that state, and its cents in the mandate's sums. False where it has that state. */
  moveMandatePayment(routeId: string, to: MandatePayment['state']): Promise<boolean>;
  /** Records it under the mandate's next number. */
  recordMandateReceipt(receipt: Omit<MandateReceipt, 'seq'>): Promise<void>;
}

export interface MandateView {
  readonly mandates: MandateReads;
  readonly idempotency: Pick<IdempotencyReads, 'idempotent'>;
  readonly evidence: Pick<EvidenceReads, 'receiptKeys'>;
  readonly transactions: Pick<TransactionReads, 'transactionsOf'>;
}

export interface MandateUnit extends SigningUnit, EventUnit {
  readonly mandates: MandateWrites;
}

export type MandateStore = StorePort<MandateView, MandateUnit>;
