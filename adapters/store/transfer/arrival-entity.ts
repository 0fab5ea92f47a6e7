import { EntitySchema } from 'typeorm';
import { column } from '../engine/column.ts';

/** An arrival on a chain, and the one route it counts for. */
export interface DeliveryRow {
  readonly chain: string;
  readonly hash: string;
  readonly logIndex: number;
  readonly routeId: string;
}

export const deliveryEntity = new EntitySchema<DeliveryRow>({
  name: 'delivery',
  columns: {
    chain: column.text('chain', { primary: true }),
    hash: column.text('hash', { primary: true }),
    logIndex: column.whole('log_index', { primary: true }),
    routeId: column.text('route_id'),
  },
});
