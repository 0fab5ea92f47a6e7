import type { ErrorCode } from './error-catalogue.ts';

/** A refusal is an answer: it feeds the comparison and `NO_ROUTE`. Faults are thrown instead. */
export interface Refusal {
  readonly ok: false;
  readonly code: ErrorCode;
  /** In our own words: it reaches clients. */
  readonly reason: string;
}

export type RailOutcome<T> = { readonly ok: true; readonly value: T } | Refusal;

export function answer<T>(value: T): RailOutcome<T> {
  return { ok: true, value };
}

export function refuse(code: ErrorCode, reason: string): Refusal {
  return { ok: false, code, reason };
}
