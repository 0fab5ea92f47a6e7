import type { OutboxEvent } from '@interline/ports';
import { EntitySchema } from 'typeorm';
import { column } from './column.ts';

export interface OutboxRow extends OutboxEvent {
  /** Null until somebody took it further. */
  readonly deliveredAtMs: number | null;
}

export const outboxEntity = new EntitySchema<OutboxRow>({
  name: 'outbox',
  columns: {
    id: column.text('id', { primary: true }),
    kind: column.text('kind'),
    routeId: column.text('route_id'),
    atMs: column.whole('at_ms'),
    deliveredAtMs: column.whole('delivered_at_ms', { nullable: true }),
  },
  indices: [{ name: 'outbox_due', columns: ['deliveredAtMs', 'atMs'] }],
});
