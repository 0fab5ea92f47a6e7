import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, orNull, tableColumn as column } from './table-column.ts';

/** The keys that requests of the private lane are sealed to. */
export class PrivateLane implements MigrationInterface {
  readonly name = 'PrivateLane1763600000035';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'lane_keys',
        columns: [
          column.whole('seq', key),
          column.longText('document'),
          column.text('digest'),
          column.longText('sealed', orNull),
          column.whole('not_before_ms'),
          column.whole('not_after_ms'),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('lane_keys');
  }
}
