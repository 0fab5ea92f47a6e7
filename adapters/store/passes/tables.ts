import type { MintHead } from '@interline/core/passes';
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
  /** Null until its head is published. */
  readonly signsFromMs: number | null;
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
    signsFromMs: column.whole('signs_from_ms', { nullable: true }),
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

export interface MintLogRow {
  /** `log` for the mint's; see `adapters/store/transparency` for the others. */
  readonly name: string;
  readonly origin: string;
  readonly sigPub: string;
  readonly sealed: string;
  readonly refused: number;
  readonly triedAtMs: number | null;
  readonly checkpoint: string | null;
  readonly checkpointAtMs: number | null;
}

const mintLogEntity = new EntitySchema<MintLogRow>({
  name: 'mint_log',
  columns: {
    name: column.text('name', { primary: true }),
    origin: column.longText('origin'),
    sigPub: column.longText('sig_pub'),
    sealed: column.longText('sealed'),
    refused: column.whole('refused'),
    triedAtMs: column.whole('tried_at_ms', { nullable: true }),
    checkpoint: column.longText('checkpoint', { nullable: true }),
    checkpointAtMs: column.whole('checkpoint_at_ms', { nullable: true }),
  },
});

export interface MintLeafRow {
  readonly seq: number;
  readonly text: string;
  readonly head: MintHead | null;
  readonly checkpoint: string | null;
}

const mintLeafEntity = new EntitySchema<MintLeafRow>({
  name: 'mint_leaf',
  columns: {
    seq: column.whole('seq', { primary: true }),
    text: column.longText('text'),
    head: column.json('head', { nullable: true }),
    checkpoint: column.longText('checkpoint', { nullable: true }),
  },
});

export const passTables = {
  pass_key: passKeyEntity,
  pass_spent: spentPassEntity,
  pass_stats: passStatsEntity,
  mint_log: mintLogEntity,
  mint_leaf: mintLeafEntity,
};
