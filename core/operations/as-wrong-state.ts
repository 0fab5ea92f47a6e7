import { isRelayError, RelayError } from '@interline/kernel';

/**
 * What an order's use case calls a bad request although the operator wrote it right: the named
 * detail shows that it is its subject's state which rules it out. Throws `WRONG_STATE` for that, and
 * everything else as it is.
 */
export async function asWrongState<T>(
  work: Promise<T>,
  isOfState: (details: RelayError['details']) => boolean,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isRelayError(error) || error.code !== 'BAD_REQUEST' || !isOfState(error.details))
      throw error;
    throw new RelayError('WRONG_STATE', error.details, error.message, { cause: error });
  }
}
