import { isRelayError } from '@interline/kernel';
import { Conflict } from './conflict.ts';
import { QueryFailedError } from 'typeorm';

/**
 * The database's code such as `SQLITE_FULL`, never its text: that can hold a statement's values.
 */
export function causeOf(error: unknown): string {
  const cause = isRelayError(error) || error instanceof Conflict ? error.cause : error;
  if (cause instanceof Conflict) return causeOf(cause);
  const inner: unknown = cause instanceof QueryFailedError ? cause.driverError : cause;
  if (!(inner instanceof Error)) return 'unknown';
  return 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.name;
}
