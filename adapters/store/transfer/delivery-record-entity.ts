import type { DeliveryRecord } from '@interline/core/transfer';
import type { ChainRef } from '@interline/kernel';
import { column } from '../engine/column.ts';
import { EntitySchema } from 'typeorm';

export interface DeliveryRecordRow extends Omit<DeliveryRecord, 'lane'> {
  readonly fromChain: ChainRef;
  readonly toChain: ChainRef;
}

export const deliveryRecordEntity = new EntitySchema<DeliveryRecordRow>({
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

export function deliveryRecordRow({ lane, ...rest }: DeliveryRecord): DeliveryRecordRow {
  return { ...rest, fromChain: lane.from, toChain: lane.to };
}

export function deliveryRecordOf({
  fromChain,
  toChain,
  ...rest
}: DeliveryRecordRow): DeliveryRecord {
  return { ...rest, lane: { from: fromChain, to: toChain } };
}
