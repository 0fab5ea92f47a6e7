import { isRelayError, RelayError } from '@interline/kernel';
import { QueryFailedError } from 'typeorm';

/**
 * The database failed; nothing of the unit was written. The database's own words stay in the cause.
 */
export function storeDown(cause: unknown): RelayError {
  return new RelayError('STORE_DOWN', {}, undefined, { cause });
}

/**
 * The database did not answer the COMMIT, or failed in the middle of it: the unit was written whole
 * or not at all.
 */
export function commitUnknown(cause: unknown): RelayError {
  return new RelayError('STORE_DOWN', { recorded: 'unknown' }, undefined, { cause });
}

/**
 * The database gave way to another process's transaction: nothing of ours was written, and it may
 * succeed when run again.
 */
export class Conflict extends Error {
  override readonly name = 'Conflict';
}

/**
 * The database's code such as `SQLITE_FULL`, never its text: that can hold a statement's values.
 * `STORE_NEWER` where it is not the database that failed, but a newer release that migrated it.
 */
export function causeOf(error: unknown): string {
  if (isRelayError(error) && error.code === 'STORE_NEWER') return error.code;
  const cause = isRelayError(error) || error instanceof Conflict ? error.cause : error;
  if (cause instanceof Conflict) return causeOf(cause);
  const inner: unknown = cause instanceof QueryFailedError ? cause.driverError : cause;
  if (!(inner instanceof Error)) return 'unknown';
  return 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.name;
}
