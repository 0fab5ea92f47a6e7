import type { Liability } from '@interline/core/books';
import type { Book } from '@interline/kernel';
import { column } from '../engine/column.ts';
import { EntitySchema } from 'typeorm';

export type LiabilityRow = Book & Omit<Liability, 'book'>;

export const liabilityEntity = new EntitySchema<LiabilityRow>({
  name: 'liability',
  columns: {
    routeId: column.text('route_id', { primary: true }),
    chain: column.text('chain'),
    account: column.text('account'),
    token: column.text('token'),
    to: column.text('recipient'),
    units: column.units('units'),
    reason: column.longText('reason'),
    sinceMs: column.whole('since_ms'),
  },
});

export function liabilityRow({ book, ...rest }: Liability): LiabilityRow {
  return { ...book, ...rest };
}

export function liabilityOf({ chain, account, token, ...rest }: LiabilityRow): Liability {
  return { ...rest, book: { chain, account, token } };
}
