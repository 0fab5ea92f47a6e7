import { RelayError } from '@interline/kernel';

/** A field of the wrong shape; the message says what was found and what is wanted. */
export function badField(field: string, message: string): RelayError {
  return new RelayError('BAD_REQUEST', { field }, message);
}

export function missingField(field: string, wanted: string): RelayError {
  return new RelayError('MISSING_FIELD', { field }, `${field} is missing; wanted ${wanted}`);
}
