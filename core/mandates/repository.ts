import type { StorePort } from '@interline/ports';
import type { EventUnit } from '../accounts/index.ts';
import type { EvidenceReads, SigningUnit } from '../evidence/index.ts';
import type { IdempotencyReads } from '../idempotency/index.ts';
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
  /** Those of an account behind that place, the newest first. */
  mandatesOf(
    account: string,
    after: MandatePlace | null,
    limit: number,
  ): Promise<readonly Mandate[]>;
  countMandates(account: string): Promise<number>;
  /** Ceilings of mandates that agents can still pay by, on one chain: our key could take as much. */
  openCeilings(
    chain: string,
    nowMs: number,
  ): Promise<readonly Pick<Mandate, 'id' | 'account' | 'ceiling'>[]>;
  /** Active ones that are over and whose owners were not told, the first to end first. */
  expiredUntold(nowMs: number, limit: number): Promise<readonly Mandate[]>;
  isChallengeOpen(nonceHash: string, mandateId: string, nowMs: number): Promise<boolean>;
  mandatePayment(closedHash: string): Promise<MandatePayment | null>;
  paymentOfRoute(routeId: string): Promise<MandatePayment | null>;
  /** The windows in which the mandate was used; what failed was not. */
  usedWindows(mandateId: string): Promise<readonly string[]>;
  /** What its payments took of the allowance; what failed took nothing. */
  unitsTaken(mandateId: string): Promise<bigint>;
  /** The first verdict on the route's payment: that it was accepted. */
  verdictOfRoute(mandateId: string, routeId: string): Promise<MandateReceipt | null>;
  /** The newest first; those before that number, or the newest where it is null. */
  mandateReceipts(
    mandateId: string,
    before: number | null,
    limit: number,
  ): Promise<readonly MandateReceipt[]>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface MandateWrites extends MandateReads {
  /** Orders what counts the mandates of an account, and the ceilings of a chain. */
  lockMandatesOf(what: string): Promise<void>;
  /** False where what the user signed is registered already. Forgotten only long after its token's end. */
  insertMandate(mandate: Mandate): Promise<boolean>;
  /** False where it is not active. */
  revokeMandate(id: string, nowMs: number): Promise<boolean>;
  /** False where its owner was told, or it was revoked. */
  markExpiryTold(id: string, nowMs: number): Promise<boolean>;
  insertChallenge(challenge: Challenge): Promise<void>;
  /** False where it was taken before, is too old, of another mandate, or never was. */
  takeChallenge(nonceHash: string, mandateId: string, nowMs: number): Promise<boolean>;
  /**
   * Guarded: takes it from the budget and counts it, and orders what is done with the mandate until the unit
   * is over. False, and nothing is taken, where it is revoked or over, or one of its sums would pass its limit.
   */
  reserveOf(
    mandateId: string,
    cents: bigint,
    limits: { readonly maxCents: bigint | null; readonly maxUses: number | null },
    nowMs: number,
  ): Promise<boolean>;
  /** False where a payment has that hash, or is the one of its window. */
  insertMandatePayment(payment: MandatePayment): Promise<boolean>;
  /** The payment is of that state from now on, in the mandate's sums too. False where it was in it. */
  moveMandatePayment(routeId: string, to: MandatePayment['state']): Promise<boolean>;
  /** Under the mandate's next number. */
  recordMandateReceipt(receipt: Omit<MandateReceipt, 'seq'>): Promise<void>;
}

export interface MandateView {
  readonly mandates: MandateReads;
  readonly idempotency: Pick<IdempotencyReads, 'idempotent'>;
  readonly evidence: Pick<EvidenceReads, 'receiptKeys'>;
}

export interface MandateUnit extends SigningUnit, EventUnit {
  readonly mandates: MandateWrites;
}

export type MandateStore = StorePort<MandateView, MandateUnit>;
