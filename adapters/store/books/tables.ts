import type { DayPrice, DayTotal, DayVolume, Liability, Line } from '@interline/core/books';
import type { BalanceReading, Book, ChainRef } from '@interline/kernel';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
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

export interface EntryRow {
  readonly id: string;
  readonly kind: string;
  readonly chain: ChainRef;
  readonly block: number | null;
  readonly blockHash: string | null;
  readonly txHash: string | null;
  readonly logIndex: number | null;
  readonly transactionId: string | null;
  readonly ownerKind: string | null;
  readonly ownerId: string | null;
  readonly engine: string | null;
  readonly reverses: string | null;
  /** JSON: one list for each line, its units as digits. */
  readonly lines: string;
  readonly atMs: number;
  readonly isFolded: boolean;
}

/** As the index spells it, so that queries find it. */
export const unfolded = 'NOT is_folded';

const entryEntity = new EntitySchema<EntryRow>({
  name: 'book_entry',
  columns: {
    id: column.text('id', { primary: true }),
    kind: column.text('kind'),
    chain: column.text('chain'),
    block: column.whole('block', { nullable: true }),
    blockHash: column.text('block_hash', { nullable: true }),
    txHash: column.text('tx_hash', { nullable: true }),
    logIndex: column.whole('log_index', { nullable: true }),
    transactionId: column.text('transaction_id', { nullable: true }),
    ownerKind: column.text('owner_kind', { nullable: true }),
    ownerId: column.text('owner_id', { nullable: true }),
    engine: column.text('engine', { nullable: true }),
    reverses: column.text('reverses', { nullable: true }),
    lines: column.longText('lines'),
    atMs: column.whole('at_ms'),
    isFolded: column.flag('is_folded'),
  },
  indices: [
    { name: 'book_entry_owner', columns: ['ownerId', 'transactionId'] },
    // Few share a time, so their long ids are sorted and not kept twice.
    { name: 'book_entry_age', columns: ['atMs'] },
    { name: 'book_entry_unfolded', columns: ['atMs'], where: unfolded },
    { name: 'book_entry_block', columns: ['chain', 'block'] },
  ],
});

const accountColumns: Record<'kind' | 'chain' | 'token' | 'holder', EntitySchemaColumnOptions> = {
  kind: column.text('kind', { primary: true }),
  chain: column.text('chain', { primary: true }),
  token: column.text('token', { primary: true }),
  holder: column.text('holder', { primary: true }),
};

const runningEntity = new EntitySchema<Line>({
  name: 'book_running',
  columns: { ...accountColumns, units: column.units('units') },
});

const dayEntity = new EntitySchema<DayTotal>({
  name: 'book_day',
  columns: {
    day: column.text('day', { primary: true }),
    ...accountColumns,
    engine: column.text('engine', { primary: true }),
    units: column.units('units'),
  },
});

const volumeEntity = new EntitySchema<DayVolume>({
  name: 'book_volume',
  columns: {
    day: column.text('day', { primary: true }),
    chain: column.text('chain', { primary: true }),
    token: column.text('token', { primary: true }),
    engine: column.text('engine', { primary: true }),
    units: column.units('units'),
  },
});

const priceEntity = new EntitySchema<DayPrice>({
  name: 'book_price',
  columns: {
    day: column.text('day', { primary: true }),
    chain: column.text('chain', { primary: true }),
    token: column.text('token', { primary: true }),
    microUsd: column.units('micro_usd'),
    asOfMs: column.whole('as_of_ms'),
  },
});

export type CheckRow = Book & {
  readonly units: bigint;
  readonly block: number;
  readonly blockHash: string;
  readonly deficit: bigint;
  readonly afterBlock: number | null;
  readonly byBlock: number | null;
  readonly sinceMs: number | null;
  readonly goodBlock: number;
  readonly atMs: number;
};

const checkEntity = new EntitySchema<CheckRow>({
  name: 'book_check',
  columns: {
    chain: column.text('chain', { primary: true }),
    account: column.text('account', { primary: true }),
    token: column.text('token', { primary: true }),
    units: column.units('units'),
    block: column.whole('block'),
    blockHash: column.text('block_hash'),
    deficit: column.units('deficit'),
    afterBlock: column.whole('after_block', { nullable: true }),
    byBlock: column.whole('by_block', { nullable: true }),
    sinceMs: column.whole('since_ms', { nullable: true }),
    goodBlock: column.whole('good_block'),
    atMs: column.whole('at_ms'),
  },
  indices: [
    { name: 'book_check_deficit', columns: ['chain', 'account', 'token'], where: `deficit <> '0'` },
  ],
});

export const bookTables = {
  balance: balanceEntity,
  liability: liabilityEntity,
  book_entry: entryEntity,
  book_running: runningEntity,
  book_day: dayEntity,
  book_volume: volumeEntity,
  book_price: priceEntity,
  book_check: checkEntity,
};
