import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, tableColumn as column } from './table-column.ts';

/** How long receipts waited for the log, by the day of their routes' ends. */
export class MergeDelays implements MigrationInterface {
  readonly name = 'MergeDelays1763600000063';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'merge_delay',
        columns: [column.whole('day', key), column.whole('longest_ms')],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('merge_delay');
  }
}
