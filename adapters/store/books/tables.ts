import type { Liability } from '@interline/core/books';
import type { BalanceReading, Book } from '@interline/kernel';
import { EntitySchema } from 'typeorm';
import { column } from '../engine/column.ts';

export type BalanceRow = Book & Omit<BalanceReading, 'book'>;

const balanceEntity = new EntitySchema<BalanceRow>({
  name: 'balance',
  columns: {
    chain: column.text('chain', { primary: true }),
    account: column.text('account', { primary: true }),
    token: column.text('token', { primary: true }),
    units: column.units('units'),
    block: column.whole('block'),
  },
});

export type LiabilityRow = Book & Omit<Liability, 'book'>;

const liabilityEntity = new EntitySchema<LiabilityRow>({
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

export const bookTables = {
  balance: balanceEntity,
  liability: liabilityEntity,
};
