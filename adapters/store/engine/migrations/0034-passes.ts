import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, orNull, tableColumn as column } from './table-column.ts';

/** The keys that sign passes, and what was spent of each. */
export class Passes implements MigrationInterface {
  readonly name = 'Passes1763600000034';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'pass_key',
        columns: [
          column.whole('seq', key),
          column.text('thumb'),
          column.longText('modulus'),
          column.longText('sealed', orNull),
          column.whole('not_before_ms'),
          column.whole('not_after_ms'),
          column.whole('issued'),
          column.whole('forgotten'),
        ],
      }),
    );
    // By hand, for TypeORM has no word for it: without row ids, which would keep the order of the
    // spending. PostgreSQL keeps it in the places of its rows whatever one does.
    const withoutOrder = runner.connection.options.type === 'postgres' ? '' : ' WITHOUT ROWID';
    await runner.query(
      `CREATE TABLE pass_spent (seq bigint NOT NULL, spend_id varchar(160) NOT NULL, PRIMARY KEY (seq, spend_id))${withoutOrder}`,
    );
    await runner.createTable(
      new Table({
        name: 'pass_stats',
        columns: [
          column.text('name', key),
          column.whole('at_ms'),
          column.whole('issued'),
          column.whole('spent'),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('pass_stats');
    await runner.dropTable('pass_spent');
    await runner.dropTable('pass_key');
  }
}
