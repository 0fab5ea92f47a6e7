import { column } from '../engine/column.ts';
import { EntitySchema } from 'typeorm';

export interface ReceiptKeyRow {
  readonly seq: number;
  readonly kid: string;
  readonly x: string;
  /** Null once another key took its place. */
  readonly sealed: string | null;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

const receiptKeyEntity = new EntitySchema<ReceiptKeyRow>({
  name: 'receipt_key',
  columns: {
    seq: column.whole('seq', { primary: true }),
    kid: column.text('kid'),
    x: column.text('x'),
    sealed: column.longText('sealed', { nullable: true }),
    notBeforeMs: column.whole('not_before_ms'),
    notAfterMs: column.whole('not_after_ms'),
  },
});

export const receiptTables = { receipt_key: receiptKeyEntity };
