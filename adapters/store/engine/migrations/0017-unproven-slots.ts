import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, orNull, tableColumn as column } from './table-column.ts';

/** In SQL of both databases: TypeORM would write SQLite's whole table anew for one column. */
export class UnprovenSlots implements MigrationInterface {
  readonly name = 'UnprovenSlots1763600000017';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE effect ADD COLUMN prepared_at bigint');
    await runner.query('ALTER TABLE effect ADD COLUMN free_at bigint');
    await runner.createTable(
      new Table({
        name: 'unproven_slot',
        columns: [
          column.text('effect_id', key),
          column.text('chain'),
          column.text('account'),
          column.text('slot'),
          column.text('reason'),
          column.whole('range_from', orNull),
          column.whole('range_to', orNull),
          column.whole('since_ms'),
          column.whole('looked_at_ms'),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('unproven_slot');
    await runner.query('ALTER TABLE effect DROP COLUMN free_at');
    await runner.query('ALTER TABLE effect DROP COLUMN prepared_at');
  }
}
