import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, orNull, tableColumn as column } from './table-column.ts';

export class Primitives implements MigrationInterface {
  readonly name = 'Primitives1763600000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'primitive',
        columns: [
          column.text('id', key),
          column.text('kind'),
          column.whole('version'),
          column.text('status'),
          column.text('client'),
          column.whole('created_at_ms'),
          column.whole('updated_at_ms'),
          column.whole('next_run_at_ms', orNull),
          column.whole('fence'),
          column.whole('attempts'),
          column.whole('leased_until_ms'),
          column.longText('facts'),
        ],
        indices: [
          { name: 'primitive_due', columnNames: ['next_run_at_ms'] },
          { name: 'primitive_client', columnNames: ['client', 'next_run_at_ms'] },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('primitive');
  }
}
