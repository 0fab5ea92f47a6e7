import type { Route } from '@interline/core/transfer';
import { column } from '../engine/column.ts';
import { EntitySchema } from 'typeorm';

export interface RouteRow extends Route {
  /** Unique; null for routes without a permit, of which there may be many. */
  readonly permitKey: string | null;
}

export const routeEntity = new EntitySchema<RouteRow>({
  name: 'route',
  columns: {
    id: column.text('id', { primary: true }),
    version: column.whole('version'),
    status: column.text('status'),
    stage: column.text('stage'),
    phase: column.text('phase'),
    isSimulated: column.flag('is_simulated'),
    mode: column.text('mode'),
    rail: column.text('rail'),
    railPackage: column.text('rail_package'),
    bridge: column.text('bridge'),
    permitKey: column.text('permit_key', { nullable: true }),
    cursor: column.whole('plan_cursor'),
    credited: column.units('credited', { nullable: true }),
    delivered: column.units('delivered', { nullable: true }),
    srcTx: column.text('src_tx', { nullable: true }),
    destTx: column.text('dest_tx', { nullable: true }),
    refundTx: column.text('refund_tx', { nullable: true }),
    givenBack: column.json('given_back', { nullable: true }),
    owed: column.units('owed', { nullable: true }),
    client: column.text('client'),
    createdAtMs: column.whole('created_at_ms'),
    updatedAtMs: column.whole('updated_at_ms'),
    // Last: a row is read from its start, and sweeps need only what stands above.
    order: column.json('terms'),
    permit: column.json('permit', { nullable: true }),
    allowance: column.json('allowance', { nullable: true }),
    plan: column.json('plan'),
    quote: column.json('quote', { nullable: true }),
    refusals: column.json('refusals'),
    failure: column.json('failure', { nullable: true }),
  },
  indices: [
    { name: 'route_permit_key', columns: ['permitKey'], unique: true },
    { name: 'route_status', columns: ['status'] },
    { name: 'route_age', columns: ['createdAtMs', 'id'] },
  ],
});
