import type { Address, Amount, ErrorCode, JsonObject, TokenRef, Units } from '@interline/kernel';
import type { Goal } from '../transfer/index.ts';

/** A source as the request names it, whether it is known here or not. */
export interface NamedSource {
  readonly chain: string | number;
  readonly token?: string;
  readonly amount: string;
}

/** Why an offer that has a price is not taken. */
export type OfferRejection = 'FEE_ABOVE_MAX' | 'SLOWER_THAN_MAX' | 'PAST_DEADLINE' | 'PRICE_ONLY';

export interface Rejection {
  readonly from: NamedSource;
  /** The engine; null where the source was asked of none. */
  readonly rail: string | null;
  readonly code: ErrorCode | OfferRejection;
  readonly reason: string;
}

/** One transfer of a plan: an execute body of its own, that may fail alone. */
export interface PlanLeg {
  readonly from: TokenRef;
  readonly amount: Amount;
  readonly rail: string;
  readonly estOut: Units;
  readonly minOut: Units;
  /** The service's whole charge, in the source token's smallest units. */
  readonly fee: Units;
  /** All that the transfer loses against par, in hundredths of a percent, rounded up. */
  readonly feeBps: number;
  readonly etaSec: number;
  /** As the caller's wire writes it: what is signed in the offer is what is sent. */
  readonly execute: JsonObject;
}

export interface PlanTotal {
  readonly estOut: Units;
  readonly minOut: Units;
  /** The legs' by what they bring, rounded up. */
  readonly feeBps: number;
  /** The slowest leg's: they run side by side. */
  readonly etaSec: number;
}

export interface Plan {
  readonly id: string;
  readonly createdAtMs: number;
  /** Until then its figures are those that were quoted. */
  readonly expiresAtMs: number;
  readonly goal: Goal;
  readonly to: TokenRef;
  readonly recipient: string;
  /** Who pays the legs that a permit pulls, where the request said so. */
  readonly account: Address | null;
  readonly legs: readonly PlanLeg[];
  readonly total: PlanTotal;
  /** What the other sources would bring, each with its whole amount. */
  readonly alternatives: readonly PlanLeg[];
  readonly rejected: readonly Rejection[];
  /** A JWS over the legs; null where the deployment signs nothing. */
  readonly offer: string | null;
}
