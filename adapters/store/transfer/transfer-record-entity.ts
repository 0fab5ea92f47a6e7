import type { TransferRecord } from '@interline/core/transfer';
import type { ChainRef } from '@interline/kernel';
import { column } from '../engine/column.ts';
import { EntitySchema } from 'typeorm';

export interface TransferRecordRow extends Omit<TransferRecord, 'lane'> {
  readonly fromChain: ChainRef;
  readonly toChain: ChainRef;
}

export const transferRecordEntity = new EntitySchema<TransferRecordRow>({
  name: 'delivery_record',
  columns: {
    routeId: column.text('route_id', { primary: true }),
    rail: column.text('rail'),
    fromChain: column.text('from_chain'),
    toChain: column.text('to_chain'),
    quoted: column.units('quoted'),
    delivered: column.units('delivered'),
    agreed: column.units('agreed'),
    tookMs: column.whole('took_ms'),
    outcome: column.text('outcome'),
    atMs: column.whole('at_ms'),
  },
  indices: [{ name: 'delivery_record_age', columns: ['atMs'] }],
});

export function transferRecordRow({ lane, ...rest }: TransferRecord): TransferRecordRow {
  return { ...rest, fromChain: lane.from, toChain: lane.to };
}

export function transferRecordOf({
  fromChain,
  toChain,
  ...rest
}: TransferRecordRow): TransferRecord {
  return { ...rest, lane: { from: fromChain, to: toChain } };
}
