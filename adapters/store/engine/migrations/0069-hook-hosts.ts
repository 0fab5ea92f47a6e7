import { type MigrationInterface, type QueryRunner, Table, TableIndex } from 'typeorm';
import { key, tableColumn as column } from './table-column.ts';

/**
 * Whether each host that webhooks were sent to answered its last try; and a way to the receipts that took
 * the place of an earlier one.
 */
export class HookHosts implements MigrationInterface {
  readonly name = 'HookHosts1763600000069';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'hook_host',
        columns: [column.longText('host', key), column.whole('answers')],
      }),
    );
    await runner.createIndex(
      'receipt',
      new TableIndex({
        name: 'receipt_later',
        columnNames: ['ended_at_ms'],
        where: 'number > 1',
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('receipt', 'receipt_later');
    await runner.dropTable('hook_host');
  }
}
