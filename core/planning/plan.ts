import type { Address, Amount, ErrorCode, JsonObject, TokenRef, Units } from '@interline/kernel';
import type { Goal } from '../transfer/index.ts';

/** A source as the request names it, whether known here or not. */
export interface NamedSource {
  readonly chain: string | number;
  readonly token?: string;
  readonly amount: string;
}

/** Why an offer with a price is not chosen. */
export type OfferRejection = 'FEE_ABOVE_MAX' | 'SLOWER_THAN_MAX' | 'PAST_DEADLINE' | 'PRICE_ONLY';

export interface Rejection {
  readonly from: NamedSource;
  /** The engine; null where no engine was asked. */
  readonly rail: string | null;
  readonly code: ErrorCode | OfferRejection;
  readonly reason: string;
}

/** One transfer of a plan, with an execute body of its own; it may fail alone. */
export interface PlanLeg {
  readonly from: TokenRef;
  readonly amount: Amount;
  readonly rail: string;
  readonly estOut: Units;
  readonly minOut: Units;
  /** The service's whole charge, in the source token's smallest units. */
  readonly fee: Units;
  /** Everything the transfer loses against par, in hundredths of a percent, rounded up. */
  readonly feeBps: number;
  readonly etaSec: number;
  /** In the form of the wire: what is signed in the offer is what is sent. */
  readonly execute: JsonObject;
}

export interface PlanTotal {
  readonly estOut: Units;
  readonly minOut: Units;
  /** The average of the legs', weighted by what they bring, rounded up. */
  readonly feeBps: number;
  /** The slowest leg's, since legs run side by side. */
  readonly etaSec: number;
}

export interface Plan {
  readonly id: string;
  readonly createdAtMs: number;
  /** Its figures are valid until then. */
  readonly expiresAtMs: number;
  readonly goal: Goal;
  readonly to: TokenRef;
  readonly recipient: string;
  /** The payer of legs that a permit pulls, where the request names one. */
  readonly account: Address | null;
  readonly legs: readonly PlanLeg[];
  readonly total: PlanTotal;
  /** What the other sources would bring, each with its whole amount. */
  readonly alternatives: readonly PlanLeg[];
  readonly rejected: readonly Rejection[];
  /** A JWS over the legs; null where the deployment signs nothing. */
  readonly offer: string | null;
}
