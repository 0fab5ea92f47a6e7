import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, tableColumn as column } from './table-column.ts';

export class Keys implements MigrationInterface {
  readonly name = 'Keys1763600000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'api_key',
        columns: [
          column.text('hash', key),
          column.text('label'),
          column.whole('created_at_ms'),
          column.longText('recent'),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'key_use',
        columns: [
          column.text('hash', key),
          column.whole('slot_ms', key),
          column.text('path', key),
          column.whole('total'),
          column.whole('errors'),
        ],
        indices: [{ name: 'key_use_age', columnNames: ['slot_ms'] }],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('key_use');
    await runner.dropTable('api_key');
  }
}
