import { isRelayError, type RelayError } from '@interline/kernel';

/** The refusal an act ends in; fails when it does not end in one. */
export function refusalOf(act: () => unknown): RelayError {
  try {
    act();
  } catch (error) {
    if (isRelayError(error)) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
