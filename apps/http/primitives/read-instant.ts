import { badField } from '../server/parse/bad-field.ts';
import { shown } from '../server/parse/shown.ts';

const firstMs = 100_000_000_000;
const lastMs = 253_402_300_799_999;
const isoShape = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * Epoch milliseconds of a time: a number below 1e11 is seconds; ISO 8601 without a zone is UTC. Up
 * to the year 9999.
 */
export function readInstant(value: string | number, field: string): number {
  const atMs =
    typeof value === 'number' || /^\d{1,15}$/.test(value) ? epochMs(Number(value)) : isoMs(value);
  if (atMs === null || atMs > lastMs)
    throw badField(
      field,
      `${field} must be epoch seconds (below 1e11) or milliseconds, or ISO 8601 such as 2026-10-01T12:00:00Z; got ${shown(value)}`,
    );
  return atMs;
}

function epochMs(epoch: number): number | null {
  if (!Number.isSafeInteger(epoch) || epoch < 0) return null;
  return epoch < firstMs ? epoch * 1_000 : epoch;
}

function isoMs(text: string): number | null {
  const [, date, time, , , zone] = isoShape.exec(text) ?? [];
  // Date.parse moves 30 February on to March instead of refusing it.
  if (date === undefined || !isCalendarDate(date)) return null;
  const atMs = Date.parse(time === undefined || zone !== undefined ? text : `${text}Z`);
  return Number.isNaN(atMs) || atMs < 0 ? null : atMs;
}

function isCalendarDate(date: string): boolean {
  const atMs = Date.parse(date);
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(date);
}
