import { column } from '../engine/column.ts';
import { EntitySchema } from 'typeorm';

export interface SureTimeRow {
  /** 1: there is one. */
  readonly id: number;
  readonly atMs: number;
}

const sureTimeEntity = new EntitySchema<SureTimeRow>({
  name: 'sure_time',
  columns: {
    id: column.whole('id', { primary: true }),
    atMs: column.whole('at_ms'),
  },
});

export const sureTimeTables = { sure_time: sureTimeEntity };
