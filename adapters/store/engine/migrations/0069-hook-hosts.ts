import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, tableColumn as column } from './table-column.ts';

/** Whether each host that webhooks were sent to answered its last try. */
export class HookHosts implements MigrationInterface {
  readonly name = 'HookHosts1763600000069';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'hook_host',
        columns: [column.longText('host', key), column.whole('answers')],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('hook_host');
  }
}
