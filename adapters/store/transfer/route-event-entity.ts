import type { RouteEvent } from '@interline/core/transfer';
import { column } from '../engine/column.ts';
import { EntitySchema } from 'typeorm';

export const routeEventEntity = new EntitySchema<RouteEvent>({
  name: 'outbox',
  columns: {
    id: column.text('id', { primary: true }),
    kind: column.text('kind'),
    routeId: column.text('route_id'),
    srcTx: column.text('src_tx', { nullable: true }),
    destTx: column.text('dest_tx', { nullable: true }),
    atMs: column.whole('at_ms'),
  },
  indices: [{ name: 'outbox_route', columns: ['routeId', 'atMs'] }],
});
