import type { AuditEntry } from '@interline/core/operations';
import { EntitySchema } from 'typeorm';
import { column } from '../engine/column.ts';

const auditEntity = new EntitySchema<AuditEntry>({
  name: 'audit_entry',
  columns: {
    id: column.text('id', { primary: true }),
    atMs: column.whole('at_ms'),
    operator: column.text('operator'),
    action: column.text('action'),
    target: column.longText('target'),
    reason: column.longText('reason'),
    before: column.json('before'),
    after: column.json('after'),
    outcome: column.text('outcome'),
    code: column.text('code', { nullable: true }),
    endedAtMs: column.whole('ended_at_ms', { nullable: true }),
  },
  indices: [{ name: 'audit_entry_age', columns: ['atMs', 'id'] }],
});

export const operationTables = { audit_entry: auditEntity };
