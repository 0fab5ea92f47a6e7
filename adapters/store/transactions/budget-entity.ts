import { EntitySchema } from 'typeorm';
import { column } from '../engine/column.ts';

export interface BudgetRow {
  readonly budget: string;
  readonly day: string;
  readonly units: bigint;
}

export const budgetEntity = new EntitySchema<BudgetRow>({
  name: 'budget',
  columns: {
    budget: column.text('budget', { primary: true }),
    day: column.text('day', { primary: true }),
    units: column.units('units'),
  },
});
