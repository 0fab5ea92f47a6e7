import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, orNull, tableColumn as column } from './table-column.ts';

export class Operators implements MigrationInterface {
  readonly name = 'Operators1763600000019';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'scope_switch',
        columns: [
          column.text('scope', key),
          column.text('state'),
          column.longText('reason'),
          column.text('set_by'),
          column.whole('since_ms'),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'audit_entry',
        columns: [
          column.text('id', key),
          column.whole('at_ms'),
          column.text('operator'),
          column.text('action'),
          column.longText('target'),
          column.longText('reason'),
          column.longText('before'),
          column.longText('after'),
          column.text('outcome'),
          column.text('code', orNull),
          column.whole('ended_at_ms', orNull),
        ],
        indices: [{ name: 'audit_entry_age', columnNames: ['at_ms', 'id'] }],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('audit_entry');
    await runner.dropTable('scope_switch');
  }
}
