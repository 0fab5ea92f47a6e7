import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, tableColumn as column } from './table-column.ts';

/** The processes that have the store open. */
export class Instances implements MigrationInterface {
  readonly name = 'Instances1763600000053';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'instance',
        columns: [
          column.text('id', key),
          column.text('role'),
          column.text('version'),
          column.longText('accounts'),
          column.longText('parts'),
          column.whole('since_ms'),
          column.whole('leased_until_ms'),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('instance');
  }
}
