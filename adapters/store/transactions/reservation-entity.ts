import type { Book, Reservation } from '@interline/kernel';
import { column } from '../engine/column.ts';
import { EntitySchema } from 'typeorm';

export type ReservationRow = Book & Omit<Reservation, 'book'>;

export const reservationEntity = new EntitySchema<ReservationRow>({
  name: 'reservation',
  columns: {
    id: column.text('id', { primary: true }),
    routeId: column.text('route_id'),
    chain: column.text('chain'),
    account: column.text('account'),
    token: column.text('token'),
    kind: column.text('kind'),
    units: column.units('units'),
    state: column.text('state'),
    countsFromBlock: column.whole('counts_from_block'),
    settledBlock: column.whole('settled_block', { nullable: true }),
  },
  indices: [
    { name: 'reservation_route', columns: ['routeId'] },
    { name: 'reservation_book', columns: ['chain', 'account', 'token', 'state', 'settledBlock'] },
  ],
});

export function reservationRow({ book, ...rest }: Reservation): ReservationRow {
  return { ...book, ...rest };
}

export function reservationOf({ chain, account, token, ...rest }: ReservationRow): Reservation {
  return { ...rest, book: { chain, account, token } };
}
