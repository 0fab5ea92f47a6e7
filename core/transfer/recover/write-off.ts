import { noUnits } from '@interline/kernel';
import { type BookReads, type Entry, writtenOffEntry } from '../../books/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { TransferUnit } from '../repository.ts';
import { type Route, stages } from '../route.ts';
import { bookedRoute } from '../settle/booked-route.ts';
import { failRoute } from '../settle/end-route.ts';
import { assertNoDeposit, assertNothingOpen } from './end-by-order.ts';

/** The operator's own words are in the audit log. */
const reason = 'the operator could neither complete nor refund it';

/**
 * Must run in the caller's unit. An operator accepts the loss, and the route ends: nothing is owed
 * for it any more and nothing more is sent. Throws `WRONG_STATE` while one of its transactions may
 * still be mined on a served chain, and `StaleRoute` if the route has moved since.
 */
export async function writeOff(
  ports: TransferPorts,
  tx: TransferUnit,
  route: Route,
): Promise<Route> {
  assertNoDeposit(route);
  await assertNothingOpen(ports, tx, route, ['goneChains']);
  await bookWriteOff(ports, tx, route);
  return failRoute(
    ports,
    tx,
    route,
    { code: 'WRITTEN_OFF', reason, stage: stages.writtenOff },
    { owed: noUnits },
  );
}

/** Must run in the caller's unit. What is owed for the route becomes a loss, or a gain. */
async function bookWriteOff(
  ports: Pick<TransferPorts, 'clock'>,
  tx: TransferUnit,
  route: Route,
): Promise<void> {
  await tx.books.clearLiability(route.id);
  const entry = await writeOffEntry(ports, tx, route);
  if (entry !== null) await tx.books.post(entry);
}

/**
 * The entry that a write-off would make now: a debt to the payer becomes a gain of the service, and
 * an engine's debt a loss. Null if nothing is owed either way.
 */
export async function writeOffEntry(
  { clock }: Pick<TransferPorts, 'clock'>,
  { books }: { readonly books: Pick<BookReads, 'entriesOf'> },
  route: Route,
): Promise<Entry | null> {
  return writtenOffEntry(bookedRoute(route), await books.entriesOf(route.id), clock.now());
}
