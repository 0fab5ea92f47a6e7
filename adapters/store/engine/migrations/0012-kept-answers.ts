import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, tableColumn as column } from './table-column.ts';

export class KeptAnswers implements MigrationInterface {
  readonly name = 'KeptAnswers1763600000012';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'kept_answer',
        columns: [
          column.text('name', key),
          column.text('body_hash'),
          column.longText('answer', { isNullable: true }),
          column.whole('at_ms'),
        ],
        indices: [{ name: 'kept_answer_age', columnNames: ['at_ms'] }],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('kept_answer');
  }
}
