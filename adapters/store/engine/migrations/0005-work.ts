import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, orNull, tableColumn as column } from './table-column.ts';

export class Work implements MigrationInterface {
  readonly name = 'Work1763600000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'job',
        columns: [
          column.text('id', key),
          column.text('kind'),
          column.text('subject'),
          column.whole('run_at_ms'),
          column.whole('attempts'),
          column.whole('fence'),
          column.text('worker', orNull),
          column.whole('leased_until_ms'),
          column.whole('again_at_ms', orNull),
        ],
        indices: [
          { name: 'job_subject', columnNames: ['kind', 'subject'], isUnique: true },
          { name: 'job_due', columnNames: ['run_at_ms'] },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'outbox',
        columns: [
          column.text('id', key),
          column.text('kind'),
          column.text('route_id'),
          column.whole('at_ms'),
          column.whole('delivered_at_ms', orNull),
        ],
        indices: [{ name: 'outbox_due', columnNames: ['delivered_at_ms', 'at_ms'] }],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('outbox');
    await runner.dropTable('job');
  }
}
