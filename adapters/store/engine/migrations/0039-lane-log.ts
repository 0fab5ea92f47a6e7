import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, tableColumn as column } from './table-column.ts';

/** What witnesses cosigned last of the log of the private lane's keys: one row. */
export class LaneLog implements MigrationInterface {
  readonly name = 'LaneLog1763600000039';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'lane_checkpoint',
        columns: [
          column.whole('id', key),
          column.whole('size'),
          column.longText('checkpoint'),
          column.whole('cosigned_at_ms'),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('lane_checkpoint');
  }
}
