import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, tableColumn as column } from './table-column.ts';

/**
 * Hashes of the trees of logs. Those of rows that were anchored before are made by the duty that has
 * the log cosigned, in pieces.
 */
export class LogTiles implements MigrationInterface {
  readonly name = 'LogTiles1763600000045';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'log_tile',
        columns: [
          column.text('log', key),
          column.whole('level', key),
          column.whole('place', key),
          column.whole('width'),
          column.longText('hashes'),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('log_tile');
  }
}
