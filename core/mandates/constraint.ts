import { isRecord } from '@interline/kernel';
import type { Claims } from '@interline/ports';
import { centsOfDollars, centsOfInteger } from './cents.ts';
import { frequencies, type Frequency, type Span, timeSpan } from './time-span.ts';

/** A recipient that a mandate names; `id` is CAIP-10 where we write it. */
export interface Payee {
  readonly id: string;
  readonly name: string;
}

/** The token that pays; `id` is CAIP-19. */
export interface Instrument {
  readonly id: string;
  readonly type: string;
}

/** One condition that the user sets for the agent's payments. Amounts are US cents. */
export type Constraint =
  | { readonly kind: 'amount-range'; readonly min: bigint; readonly max: bigint }
  | { readonly kind: 'budget'; readonly max: bigint }
  | { readonly kind: 'recurrence'; readonly frequency: Frequency; readonly maxUses: number | null }
  | { readonly kind: 'payees'; readonly ids: readonly string[] }
  | { readonly kind: 'instruments'; readonly ids: readonly string[] }
  | { readonly kind: 'reference'; readonly id: string }
  | { readonly kind: 'execution-date'; readonly within: Span }
  /** Not understood, or only in part: it fails for every payment. */
  | { readonly kind: 'unknown'; readonly type: string };

/** A constraint as AP2 v0.2 writes it. An undefined member may be a restriction, so it makes the constraint unknown. */
export function readConstraint(value: unknown): Constraint {
  const claims = recordOf(value) ?? {};
  const type = textOf(claims['type']) ?? 'without a type';
  return readers.get(type)?.(claims) ?? { kind: 'unknown', type };
}

type Reader = (claims: Claims) => Constraint | null;

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['payment.amount_range', readAmountRange],
  ['payment.budget', readBudget],
  ['payment.agent_recurrence', readRecurrence],
  ['payment.allowed_payees', readPayees],
  ['payment.allowed_payment_instruments', readInstruments],
  ['payment.reference', readReference],
  ['payment.execution_date', readExecutionDate],
]);

function readAmountRange(claims: Claims): Constraint | null {
  if (!hasOnly(claims, ['currency', 'max', 'min']) || claims['currency'] !== 'USD') return null;
  const max = centsOfInteger(claims['max']);
  const min = claims['min'] === undefined ? 0n : centsOfInteger(claims['min']);
  return max === null || min === null ? null : { kind: 'amount-range', min, max };
}

function readBudget(claims: Claims): Constraint | null {
  if (!hasOnly(claims, ['currency', 'max']) || claims['currency'] !== 'USD') return null;
  const max = centsOfDollars(claims['max']);
  return max === null ? null : { kind: 'budget', max };
}

function readRecurrence(claims: Claims): Constraint | null {
  if (!hasOnly(claims, ['frequency', 'max_occurrences'])) return null;
  const frequency = frequencies.find((one) => one === claims['frequency']);
  const { max_occurrences: most } = claims;
  if (frequency === undefined) return null;
  if (most === undefined) return { kind: 'recurrence', frequency, maxUses: null };
  return typeof most === 'number' && Number.isSafeInteger(most) && most >= 0
    ? { kind: 'recurrence', frequency, maxUses: most }
    : null;
}

/** A payee without an id is left out: a name alone does not identify a recipient. */
function readPayees(claims: Claims): Constraint | null {
  const ids = idsIn(claims);
  return ids === null ? null : { kind: 'payees', ids };
}

function readInstruments(claims: Claims): Constraint | null {
  const ids = idsIn(claims);
  return ids === null ? null : { kind: 'instruments', ids };
}

function readReference(claims: Claims): Constraint | null {
  const id = textOf(claims['conditional_transaction_id']);
  return id === null || !hasOnly(claims, ['conditional_transaction_id'])
    ? null
    : { kind: 'reference', id };
}

function readExecutionDate(claims: Claims): Constraint | null {
  if (!hasOnly(claims, ['not_before', 'not_after'])) return null;
  const [from, until] = [spanOf(claims['not_before']), spanOf(claims['not_after'])];
  if (from === null || until === null) return null;
  return {
    kind: 'execution-date',
    within: { fromMs: from?.fromMs ?? 0, untilMs: until?.untilMs ?? Number.MAX_SAFE_INTEGER },
  };
}

/** Undefined where the member is missing; null where it is not a time. */
function spanOf(value: unknown): Span | null | undefined {
  return value === undefined ? undefined : timeSpan(value);
}

function idsIn(claims: Claims): readonly string[] | null {
  const { allowed } = claims;
  if (!hasOnly(claims, ['allowed']) || !Array.isArray(allowed)) return null;
  return allowed.map((one: unknown) => textOf(recordOf(one)?.['id'])).filter((id) => id !== null);
}

function hasOnly(claims: Claims, names: readonly string[]): boolean {
  return Object.keys(claims).every((name) => name === 'type' || names.includes(name));
}

export function recordOf(value: unknown): Claims | null {
  return isRecord(value) ? value : null;
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
