import { asUnits, capOf, openReservation, routeOwner, type Units } from '@interline/kernel';
import { floatBook, freeIn } from '../../transactions/index.ts';
import { claimId } from '../float/route-reservations.ts';
import type { TransferPorts } from '../ports.ts';
import type { TransferUnit } from '../repository.ts';
import type { Route } from '../route.ts';

/**
 * Reserves float for what a deposit is paid out as, within the caller's unit: as much of `want` as
 * the float serves now, or null where that is not even `least`. What the route has reserved already
 * stays its own.
 */
export async function claimOutput(
  { custody }: Pick<TransferPorts, 'custody'>,
  tx: TransferUnit,
  { id, order: { to } }: Pick<Route, 'id' | 'order'>,
  { want, least }: { readonly want: Units; readonly least: Units },
): Promise<Units | null> {
  const book = floatBook(custody, to);
  const claim = (await tx.transactions.reservationsOf(id)).find((one) => one.id === claimId(id));
  const own = claim?.units ?? 0n;
  const cap = capOf(asUnits((await freeIn(tx, book)) + own));
  const served = want <= cap ? want : cap;
  const units = served >= least ? served : own >= least ? asUnits(own < want ? own : want) : null;
  if (units === null) return null;
  if (claim === undefined)
    await tx.transactions.insertReservation(
      openReservation({ id: claimId(id), owner: routeOwner(id), book, kind: 'claim', units }),
    );
  else if (claim.units !== units) await tx.transactions.setReservation(claim.id, { units });
  return units;
}

/** The same for a payout that has left already: it is claimed whatever the float has left. */
export async function claimPaid(
  { custody }: Pick<TransferPorts, 'custody'>,
  tx: TransferUnit,
  { id, order: { to } }: Pick<Route, 'id' | 'order'>,
  units: Units,
): Promise<Units> {
  const claim = (await tx.transactions.reservationsOf(id)).find((one) => one.id === claimId(id));
  if (claim !== undefined) await tx.transactions.setReservation(claim.id, { units });
  else
    await tx.transactions.insertReservation(
      openReservation({
        id: claimId(id),
        owner: routeOwner(id),
        kind: 'claim',
        units,
        book: floatBook(custody, to),
      }),
    );
  return units;
}
