import type { Units } from './amount.ts';
import type { ErrorCode } from './error-catalogue.ts';
import type { TokenRef } from './token.ts';

/** A refusal is an answer: it feeds the comparison and `NO_ROUTE`. Faults are thrown instead. */
export interface Refusal {
  readonly ok: false;
  readonly code: ErrorCode;
  /** Our own text, because it reaches clients. */
  readonly reason: string;
  /**
   * The smallest input that would be served, in the source token's smallest units, if the amount is
   * the obstacle and the minimum is known.
   */
  readonly minInput?: Units;
  /** When it passes, if that is known: a daily budget resets at midnight UTC. */
  readonly retryAfterMs?: number;
  /**
   * Our paying account holds less than the payout: what must be free there for the payout to be
   * made. Set by rails with the `inventory` capability.
   */
  readonly needs?: NeededFloat;
  /** The rest of the payer's standing allowance, if it is less than requested. */
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
