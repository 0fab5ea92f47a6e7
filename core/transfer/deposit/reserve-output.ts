import {
  asUnits,
  type Book,
  capOf,
  noUnits,
  openReservation,
  routeOwner,
  type Units,
} from '@interline/kernel';
import { floatBook, freeIn } from '../../transactions/index.ts';
import { payoutReservationId } from '../float/route-reservations.ts';
import type { TransferPorts } from '../ports.ts';
import type { TransferUnit } from '../repository.ts';
import type { Route } from '../route.ts';
import { sumOf } from './worth-of.ts';

/**
 * The parts of a book that unmined deposits may have reserved: in total, and per client. Their
 * payers can take them back for a fee, and would otherwise block others that cheaply.
 */
const unminedParts = { ofAll: 4n, ofClient: 10n } as const;

type Ports = Pick<TransferPorts, 'custody' | 'deposits'>;
type Of = Pick<Route, 'id' | 'client' | 'order'>;

interface Wanted {
  readonly want: Units;
  readonly least: Units;
  /** Blocks have the outputs that pay for it. */
  readonly isMined: boolean;
}

/**
 * Reserves float for a deposit's payout in the caller's unit: up to `want`, as the float allows
 * now, or null if that is less than `least`. The route's existing reservation stays available to
 * it, however little others have left.
 */
export async function reserveOutput(
  ports: Ports,
  tx: TransferUnit,
  route: Of,
  { want, least, isMined }: Wanted,
): Promise<Units | null> {
  const { id } = route;
  const book = floatBook(ports.custody, route.order.to);
  const reserved = (await tx.transactions.reservationsOf(id)).find(
    (one) => one.id === payoutReservationId(id),
  );
  const own = reserved?.units ?? noUnits;
  const free = asUnits((await freeIn(tx, book)) + own);
  const cap = isMined ? capOf(free) : await capOfUnmined(ports, tx, route, { book, free });
  const most = own > cap ? own : cap;
  const units = want <= most ? want : most;
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

/** The cap while no block has the deposit: also limited to what other unmined deposits leave. */
async function capOfUnmined(
  { deposits }: Ports,
  tx: TransferUnit,
  { id, client }: Of,
  { book, free }: { readonly book: Book; readonly free: Units },
): Promise<Units> {
  const clients = new Map<string, string>();
  for (const chain of deposits.chains)
    for (const one of await tx.transfers.unminedDeposits(chain))
      if (one.routeId !== id) clients.set(payoutReservationId(one.routeId), one.client);
  const others = (await tx.transactions.reservations(book)).filter((one) => clients.has(one.id));
  const ofClient = sumOf(others.filter((one) => clients.get(one.id) === client));
  const whole = free + sumOf(others);
  const rooms = [
    capOf(free),
    whole / unminedParts.ofAll - sumOf(others),
    whole / unminedParts.ofClient - ofClient,
  ];
  const least = rooms.reduce((a, b) => (a < b ? a : b));
  return asUnits(least > 0n ? least : 0n);
}

/** Whether the route has at least this much reserved. */
export async function hasReserved(
  { custody, store }: Pick<TransferPorts, 'custody' | 'store'>,
  { id, order: { to } }: Pick<Route, 'id' | 'order'>,
  units: Units,
): Promise<boolean> {
  const all = await store.reads.transactions.reservations(floatBook(custody, to));
  return all.some((one) => one.id === payoutReservationId(id) && one.units >= units);
}

/**
 * The same for a payout that has already left; it is reserved regardless of what the float has
 * left.
 */
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
