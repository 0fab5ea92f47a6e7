import { RelayError } from '@interline/domain';

/** The database failed; nothing of the unit was written. The database's own words stay in the cause. */
export function storeDown(cause: unknown): RelayError {
  return new RelayError('STORE_DOWN', {}, undefined, { cause });
}
