import type { Plan } from '@interline/core/planning';
import { EntitySchema } from 'typeorm';
import { column } from '../engine/column.ts';

export interface PlanRow {
  readonly id: string;
  readonly plan: Plan;
  readonly createdAtMs: number;
}

const planEntity = new EntitySchema<PlanRow>({
  name: 'transfer_plan',
  columns: {
    id: column.text('id', { primary: true }),
    plan: column.json('plan'),
    createdAtMs: column.whole('created_at_ms'),
  },
  indices: [{ name: 'transfer_plan_age', columns: ['createdAtMs'] }],
});

export const planTables = { transfer_plan: planEntity };
