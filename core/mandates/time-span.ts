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

/** From the first of its milliseconds to the last, both in it. */
export interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

const dayMs = 86_400_000;
const date = /^\d{4}-\d{2}-\d{2}$/;
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/** What an ISO 8601 date or time names: a day is all of it, in UTC. Null for a time without its zone, and for no time. */
export function timeSpan(value: unknown): Span | null {
  if (typeof value !== 'string' || !(date.test(value) || dateTime.test(value))) return null;
  const fromMs = Date.parse(value);
  if (Number.isNaN(fromMs)) return null;
  // Of the 31st of a month that has 30 days, Date makes the next one's first.
  if (new Date(Date.parse(value.slice(0, 10))).toISOString().slice(0, 10) !== value.slice(0, 10))
    return null;
  return { fromMs, untilMs: date.test(value) ? fromMs + dayMs - 1 : fromMs };
}

/**
 * The name of the UTC window that the time lies in: a mandate that may be used so often is used once in
 * each. Weeks begin on Monday. Null for one that may be used at any time.
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
