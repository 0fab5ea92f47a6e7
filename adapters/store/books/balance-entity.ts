import type { BalanceReading, Book } from '@interline/kernel';
import { column } from '../engine/column.ts';
import { EntitySchema } from 'typeorm';

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
