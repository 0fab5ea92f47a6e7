import { EntitySchema } from 'typeorm';
import { column } from '../store/engine/column.ts';

/** Who does what only one process does; a lease is over once `leasedUntilMs` is reached. */
export interface DutyRow {
  readonly duty: string;
  readonly worker: string;
  /** Rises whenever the duty changes hands. */
  readonly fence: number;
  readonly leasedUntilMs: number;
}

export const dutyEntity = new EntitySchema<DutyRow>({
  name: 'duty',
  columns: {
    duty: column.text('duty', { primary: true }),
    worker: column.text('worker'),
    fence: column.whole('fence'),
    leasedUntilMs: column.whole('leased_until_ms'),
  },
});
