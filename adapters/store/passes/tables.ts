import { column } from '../engine/column.ts';
import { EntitySchema } from 'typeorm';

export interface PassKeyRow {
  readonly seq: number;
  readonly thumb: string;
  readonly modulus: string;
  /** Null once it was destroyed. */
  readonly sealed: string | null;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  readonly issued: number;
  /** How many of its passes were spent, once the rows that say which are deleted. */
  readonly forgotten: number;
}

const passKeyEntity = new EntitySchema<PassKeyRow>({
  name: 'pass_key',
  columns: {
    seq: column.whole('seq', { primary: true }),
    thumb: column.text('thumb'),
    modulus: column.longText('modulus'),
    sealed: column.longText('sealed', { nullable: true }),
    notBeforeMs: column.whole('not_before_ms'),
    notAfterMs: column.whole('not_after_ms'),
    issued: column.whole('issued'),
    forgotten: column.whole('forgotten'),
  },
});

export interface SpentPassRow {
  readonly seq: number;
  readonly spendId: string;
}

const spentPassEntity = new EntitySchema<SpentPassRow>({
  name: 'pass_spent',
  columns: {
    seq: column.whole('seq', { primary: true }),
    spendId: column.text('spend_id', { primary: true }),
  },
});

export interface PassStatsRow {
  readonly name: 'stats';
  readonly atMs: number;
  readonly issued: number;
  readonly spent: number;
}

const passStatsEntity = new EntitySchema<PassStatsRow>({
  name: 'pass_stats',
  columns: {
    name: column.text('name', { primary: true }),
    atMs: column.whole('at_ms'),
    issued: column.whole('issued'),
    spent: column.whole('spent'),
  },
});

export const passTables = {
  pass_key: passKeyEntity,
  pass_spent: spentPassEntity,
  pass_stats: passStatsEntity,
};
