import { RelayError } from '@interline/kernel';

/** Why a quarantined route cannot be released now. */
export function keepQuarantined(reason: string): RelayError {
  return new RelayError('BAD_REQUEST', { field: 'id' }, `${reason}; the route stays quarantined`);
}
