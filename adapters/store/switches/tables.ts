import type { Switch } from '@interline/core/switches';
import { EntitySchema } from 'typeorm';
import { column } from '../engine/column.ts';

const switchEntity = new EntitySchema<Switch>({
  name: 'scope_switch',
  columns: {
    scope: column.text('scope', { primary: true }),
    state: column.text('state'),
    reason: column.longText('reason'),
    by: column.text('set_by'),
    sinceMs: column.whole('since_ms'),
  },
});

export const switchTables = { scope_switch: switchEntity };
