import { RelayError } from '@interline/kernel';
import { StaleTransaction } from '../../transactions/index.ts';
import { StaleRoute } from '../repository.ts';

/** Refuses an order where what it rests on was changed meanwhile. Throws `BAD_REQUEST`. */
export async function unlessMoved<T>(order: Promise<T>): Promise<T> {
  try {
    return await order;
  } catch (error) {
    if (!(error instanceof StaleRoute) && !(error instanceof StaleTransaction)) throw error;
    const advice =
      'it was changed at the same moment; look again, and repeat the order if it still stands';
    throw new RelayError('BAD_REQUEST', {}, advice, { cause: error });
  }
}
