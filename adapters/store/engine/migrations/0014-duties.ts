import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, tableColumn as column } from './table-column.ts';

export class Duties implements MigrationInterface {
  readonly name = 'Duties1763600000014';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'duty',
        columns: [
          column.text('duty', key),
          column.text('worker'),
          column.whole('fence'),
          column.whole('leased_until_ms'),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('duty');
  }
}
