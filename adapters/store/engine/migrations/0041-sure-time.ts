import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, tableColumn as column } from './table-column.ts';

/** The newest time that was believed: one row. */
export class SureTime implements MigrationInterface {
  readonly name = 'SureTime1763600000041';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({ name: 'sure_time', columns: [column.whole('id', key), column.whole('at_ms')] }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('sure_time');
  }
}
