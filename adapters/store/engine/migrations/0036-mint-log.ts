import { type MigrationInterface, type QueryRunner, Table, TableColumn } from 'typeorm';
import { key, orNull, tableColumn as column } from './table-column.ts';

/**
 * The log of the keys that sign passes. A key that was drawn before there was one signs again once
 * its head is published.
 */
export class MintLog implements MigrationInterface {
  readonly name = 'MintLog1763600000036';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('pass_key', new TableColumn(column.whole('signs_from_ms', orNull)));
    await runner.createTable(
      new Table({
        name: 'mint_log',
        columns: [
          column.text('name', key),
          column.longText('origin'),
          column.longText('sig_pub'),
          column.longText('sealed'),
          column.whole('refused'),
          column.whole('tried_at_ms', orNull),
          column.longText('checkpoint', orNull),
          column.whole('checkpoint_at_ms', orNull),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'mint_leaf',
        columns: [
          column.whole('seq', key),
          column.longText('text'),
          column.longText('head', orNull),
          column.longText('checkpoint', orNull),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('mint_leaf');
    await runner.dropTable('mint_log');
    await runner.dropColumn('pass_key', 'signs_from_ms');
  }
}
