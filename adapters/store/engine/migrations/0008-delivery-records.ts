import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, tableColumn as column } from './table-column.ts';

export class DeliveryRecords implements MigrationInterface {
  readonly name = 'DeliveryRecords1763600000008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'delivery_record',
        columns: [
          column.text('route_id', key),
          column.text('rail'),
          column.text('from_chain'),
          column.text('to_chain'),
          column.units('quoted'),
          column.units('delivered'),
          column.units('agreed'),
          column.whole('took_ms'),
          column.text('outcome'),
          column.whole('at_ms'),
        ],
        indices: [{ name: 'delivery_record_age', columnNames: ['at_ms'] }],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('delivery_record');
  }
}
