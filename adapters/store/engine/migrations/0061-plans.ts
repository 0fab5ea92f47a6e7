import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, tableColumn as column } from './table-column.ts';

/** Plans by their ids, and what a transfer cost of which token; null for those that ended before. */
export class Plans implements MigrationInterface {
  readonly name = 'Plans1763600000061';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'transfer_plan',
        columns: [column.text('id', key), column.longText('plan'), column.whole('created_at_ms')],
        indices: [{ name: 'transfer_plan_age', columnNames: ['created_at_ms'] }],
      }),
    );
    await runner.query('ALTER TABLE delivery_record ADD COLUMN token varchar(160)');
    await runner.query('ALTER TABLE delivery_record ADD COLUMN cost_bps bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE delivery_record DROP COLUMN cost_bps');
    await runner.query('ALTER TABLE delivery_record DROP COLUMN token');
    await runner.dropTable('transfer_plan');
  }
}
