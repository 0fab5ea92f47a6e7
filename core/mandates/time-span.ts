export const frequencies = [
  'ON_DEMAND',
  'DAILY',
  'WEEKLY',
  'BIWEEKLY',
  'MONTHLY',
  'QUARTERLY',
  'ANNUALLY',
] as const;
export type Frequency = (typeof frequencies)[number];

/** Both ends included. */
export interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

const dayMs = 86_400_000;
const date = /^\d{4}-\d{2}-\d{2}$/;
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/** The span of an ISO 8601 date (its whole UTC day) or time. Null for a time without a zone, and for anything else. */
export function timeSpan(value: unknown): Span | null {
  if (typeof value !== 'string' || !(date.test(value) || dateTime.test(value))) return null;
  const fromMs = Date.parse(value);
  if (Number.isNaN(fromMs)) return null;
  // Date turns the 31st of a month with 30 days into the first of the next month.
  if (new Date(Date.parse(value.slice(0, 10))).toISOString().slice(0, 10) !== value.slice(0, 10))
    return null;
  return { fromMs, untilMs: date.test(value) ? fromMs + dayMs - 1 : fromMs };
}

/**
 * The UTC window that contains the time: a mandate with this frequency allows one payment in each. Weeks begin on
 * Monday. Null where payments are allowed at any time.
 */
export function windowOf(frequency: Frequency, atMs: number): string | null {
  const at = new Date(atMs);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  // The epoch began on a Thursday.
  const week = Math.floor((Math.floor(atMs / dayMs) + 3) / 7);
  switch (frequency) {
    case 'ON_DEMAND':
      return null;
    case 'DAILY':
      return at.toISOString().slice(0, 10);
    case 'WEEKLY':
      return `week ${week}`;
    case 'BIWEEKLY':
      return `weeks ${Math.floor(week / 2)}`;
    case 'MONTHLY':
      return `${year}-${String(month + 1).padStart(2, '0')}`;
    case 'QUARTERLY':
      return `${year} quarter ${Math.floor(month / 3) + 1}`;
    case 'ANNUALLY':
      return `${year}`;
  }
}
