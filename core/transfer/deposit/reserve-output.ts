import { asUnits, capOf, openReservation, routeOwner, type Units } from '@interline/kernel';
import { floatBook, freeIn } from '../../transactions/index.ts';
import { payoutReservationId } from '../float/route-reservations.ts';
import type { TransferPorts } from '../ports.ts';
import type { TransferUnit } from '../repository.ts';
import type { Route } from '../route.ts';

/**
 * Reserves float for what a deposit is paid out as, within the caller's unit: as much of `want` as
 * the float serves now, or null where that is not even `least`. What the route has reserved already
 * serves it, however little the others have left.
 */
export async function reserveOutput(
  { custody }: Pick<TransferPorts, 'custody'>,
  tx: TransferUnit,
  { id, order: { to } }: Pick<Route, 'id' | 'order'>,
  { want, least }: { readonly want: Units; readonly least: Units },
): Promise<Units | null> {
  const book = floatBook(custody, to);
  const reserved = (await tx.transactions.reservationsOf(id)).find(
    (one) => one.id === payoutReservationId(id),
  );
  const own = reserved?.units ?? 0n;
  const cap = capOf(asUnits((await freeIn(tx, book)) + own));
  const most = own > cap ? own : cap;
  const units = want <= most ? want : asUnits(most);
  if (units < least) return null;
  if (reserved === undefined)
    await tx.transactions.insertReservation(
      openReservation({
        id: payoutReservationId(id),
        owner: routeOwner(id),
        book,
        kind: 'outgoing',
        units,
      }),
    );
  else if (reserved.units !== units) await tx.transactions.setReservation(reserved.id, { units });
  return units;
}

/** The same for a payout that has left already: it is reserved whatever the float has left. */
export async function reservePaid(
  { custody }: Pick<TransferPorts, 'custody'>,
  tx: TransferUnit,
  { id, order: { to } }: Pick<Route, 'id' | 'order'>,
  units: Units,
): Promise<Units> {
  const reserved = (await tx.transactions.reservationsOf(id)).find(
    (one) => one.id === payoutReservationId(id),
  );
  if (reserved !== undefined) await tx.transactions.setReservation(reserved.id, { units });
  else
    await tx.transactions.insertReservation(
      openReservation({
        id: payoutReservationId(id),
        owner: routeOwner(id),
        kind: 'outgoing',
        units,
        book: floatBook(custody, to),
      }),
    );
  return units;
}
