import type {
  DailyReport,
  KeptReceipt,
  KeptReserves,
  LogHead,
  OwedRoute,
  PlacedEntry,
  ReceiptKey,
} from '@interline/core/evidence';
import { column } from '../engine/column.ts';
import { EntitySchema } from 'typeorm';

export interface ReceiptKeyRow extends ReceiptKey {
  /** Null once another key took its place. */
  readonly sealed: string | null;
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

/** As the index spells it, so that queries find it. */
export const unplaced = 'place IS NULL';
export const isLater = 'number > 1';

const receiptEntity = new EntitySchema<KeptReceipt>({
  name: 'receipt',
  columns: {
    routeId: column.text('route_id', { primary: true }),
    number: column.whole('number', { primary: true }),
    jws: column.longText('jws'),
    salt: column.text('salt'),
    endedAtMs: column.whole('ended_at_ms'),
    isSandbox: column.flag('is_sandbox'),
    place: column.whole('place', { nullable: true }),
  },
  indices: [
    { name: 'receipt_unplaced', columns: ['isSandbox', 'endedAtMs'], where: unplaced },
    { name: 'receipt_place', columns: ['place'], where: 'place IS NOT NULL' },
    { name: 'receipt_later', columns: ['endedAtMs'], where: isLater },
  ],
});

const entryEntity = new EntitySchema<PlacedEntry>({
  name: 'receipt_entry',
  columns: {
    place: column.whole('place', { primary: true }),
    kind: column.text('kind'),
    hash: column.text('hash'),
    leafHash: column.text('leaf_hash'),
  },
  indices: [{ name: 'receipt_entry_leaf', columns: ['leafHash'] }],
});

const headEntity = new EntitySchema<LogHead>({
  name: 'receipt_head',
  columns: {
    name: column.text('name', { primary: true }),
    path: column.text('path'),
    size: column.whole('size'),
    note: column.longText('note'),
  },
});

const reservesEntity = new EntitySchema<KeptReserves>({
  name: 'reserves',
  columns: {
    epoch: column.text('epoch', { primary: true }),
    jws: column.longText('jws'),
    atMs: column.whole('at_ms'),
    place: column.whole('place', { nullable: true }),
  },
  indices: [{ name: 'reserves_unplaced', columns: ['atMs'], where: unplaced }],
});

const owedEntity = new EntitySchema<OwedRoute>({
  name: 'reserves_owed',
  columns: {
    epoch: column.text('epoch', { primary: true }),
    routeId: column.text('route_id', { primary: true }),
    chain: column.text('chain'),
    token: column.text('token'),
    place: column.whole('place'),
    units: column.units('units'),
    salt: column.text('salt'),
  },
});

export interface ReportRow {
  readonly day: string;
  readonly report: DailyReport;
}

const reportEntity = new EntitySchema<ReportRow>({
  name: 'daily_report',
  columns: { day: column.text('day', { primary: true }), report: column.json('report') },
});

export interface MergeDelayRow {
  /** Since 1970-01-01, UTC. */
  readonly day: number;
  readonly longestMs: number;
}

const mergeDelayEntity = new EntitySchema<MergeDelayRow>({
  name: 'merge_delay',
  columns: { day: column.whole('day', { primary: true }), longestMs: column.whole('longest_ms') },
});

export const evidenceTables = {
  receipt_key: receiptKeyEntity,
  receipt: receiptEntity,
  receipt_entry: entryEntity,
  receipt_head: headEntity,
  reserves: reservesEntity,
  reserves_owed: owedEntity,
  daily_report: reportEntity,
  merge_delay: mergeDelayEntity,
};
