import { underWayEntry } from '../../books/index.ts';
import type { TransferPorts } from '../ports.ts';
import { bookedRoute } from '../settle/booked-route.ts';
import { handsOver, outcomeOf } from '../settle/outcomes-of.ts';
import { unsettledPages } from './unsettled-routes.ts';

/**
 * Books what open routes are owed and have handed over, if that happened before the store kept
 * double-entry books. Runs at each start; a route with an entry is skipped. Resolves to the number
 * of booked routes.
 */
export async function bookUnderWay({
  store,
  clock,
}: Pick<TransferPorts, 'store' | 'clock'>): Promise<number> {
  let booked = 0;
  for await (const page of unsettledPages(store.reads)) {
    for (const route of page) {
      if (route.phase === 'ended' || route.isSimulated || route.credited === null) continue;
      if ((await store.reads.books.entriesOf(route.id)).length > 0) continue;
      const hasHandedOver = (await store.reads.transactions.transactionsOf(route.id)).some(
        (one) => one.purpose === 'call' && handsOver(route, one) && outcomeOf(one) === 'done',
      );
      const entry = underWayEntry(bookedRoute(route), { hasHandedOver, atMs: clock.now() });
      if (entry === null) continue;
      const isNew = await store.run('book-under-way', (tx) => tx.books.post(entry));
      if (isNew) booked += 1;
    }
  }
  return booked;
}
