import type { OutboxEvent } from '@interline/ports';
import { EntitySchema } from 'typeorm';
import { column } from './column.ts';

export const outboxEntity = new EntitySchema<OutboxEvent>({
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
