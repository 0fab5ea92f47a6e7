import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, tableColumn as column } from './table-column.ts';

/** What an operator ordered the float to hold of a token, over the config's figure. */
export class FloatTargets implements MigrationInterface {
  readonly name = 'FloatTargets1763600000025';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'float_target',
        columns: [
          column.text('chain', key),
          column.text('token', key),
          column.units('units'),
          column.text('set_by'),
          column.whole('since_ms'),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('float_target');
  }
}
