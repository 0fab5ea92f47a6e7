import { EntitySchema } from 'typeorm';
import { column } from '../engine/column.ts';

/**
 * One bit of a payer's nonce bitmap that was handed out. A row a bit, so that taking one is one
 * guarded insert.
 */
export interface PermitBitRow {
  readonly chain: string;
  readonly payer: string;
  readonly word: bigint;
  readonly bit: number;
}

export const permitBitEntity = new EntitySchema<PermitBitRow>({
  name: 'permit_bit',
  columns: {
    chain: column.text('chain', { primary: true }),
    payer: column.text('payer', { primary: true }),
    word: column.units('word', { primary: true }),
    bit: column.whole('bit', { primary: true }),
  },
});
