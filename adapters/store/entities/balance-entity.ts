import type { BalanceReading, Book } from '@interline/domain';
import { EntitySchema } from 'typeorm';
import { column } from './column.ts';

export type BalanceRow = Book & Omit<BalanceReading, 'book'>;

export const balanceEntity = new EntitySchema<BalanceRow>({
  name: 'balance',
  columns: {
    chain: column.text('chain', { primary: true }),
    account: column.text('account', { primary: true }),
    token: column.text('token', { primary: true }),
    units: column.units('units'),
    block: column.whole('block'),
  },
});

export function balanceRow({ book, units, block }: BalanceReading): BalanceRow {
  return { ...book, units, block };
}

export function balanceOf({ chain, account, token, units, block }: BalanceRow): BalanceReading {
  return { book: { chain, account, token }, units, block };
}
