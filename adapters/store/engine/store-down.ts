import { RelayError } from '@interline/kernel';

/**
 * The database failed; nothing of the unit was written. The database's own words stay in the cause.
 */
export function storeDown(cause: unknown): RelayError {
  return new RelayError('STORE_DOWN', {}, undefined, { cause });
}

/** The database did not answer the COMMIT: the unit was written whole or not at all. */
export function commitUnknown(cause: unknown): RelayError {
  return new RelayError('STORE_DOWN', { recorded: 'unknown' }, undefined, { cause });
}
