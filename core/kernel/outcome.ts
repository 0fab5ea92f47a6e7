import type { Units } from './amount.ts';
import type { ErrorCode } from './error-catalogue.ts';
import type { TokenRef } from './token.ts';

/** A refusal is an answer: it feeds the comparison and `NO_ROUTE`. Faults are thrown instead. */
export interface Refusal {
  readonly ok: false;
  readonly code: ErrorCode;
  /** In our own words: it reaches clients. */
  readonly reason: string;
  /**
   * The least input that would be served, in the source token's smallest units, where that is what
   * stands in the way and it is known.
   */
  readonly minInput?: Units;
  /** When it passes, where that is known: a daily budget is whole again at midnight UTC. */
  readonly retryAfterMs?: number;
  /**
   * The account of ours that pays this out holds less than the payout: what must be free there, and
   * then it can be made. Said by rails with the `inventory` capability.
   */
  readonly needs?: NeededFloat;
  /** What is left of the payer's standing allowance, where less than what was asked for is. */
  readonly leftUnits?: Units;
}

export interface NeededFloat {
  readonly token: TokenRef;
  /** In the token's smallest units. */
  readonly free: Units;
}

export type RailOutcome<T> = { readonly ok: true; readonly value: T } | Refusal;

export function answer<T>(value: T): RailOutcome<T> {
  return { ok: true, value };
}

export function refuse(
  code: ErrorCode,
  reason: string,
  limit: Pick<Refusal, 'minInput' | 'retryAfterMs' | 'needs' | 'leftUnits'> = {},
): Refusal {
  return { ok: false, code, reason, ...limit };
}
