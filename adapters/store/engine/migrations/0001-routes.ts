import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, orNull, tableColumn as column } from './table-column.ts';

export class Routes implements MigrationInterface {
  readonly name = 'Routes1763600000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'route',
        columns: [
          column.text('id', key),
          column.whole('version'),
          column.text('status'),
          column.text('stage'),
          column.text('phase'),
          column.flag('is_simulated'),
          column.text('mode'),
          column.text('rail'),
          column.text('rail_package'),
          column.text('bridge'),
          column.text('permit_key', orNull),
          column.whole('plan_cursor'),
          column.units('credited', orNull),
          column.units('delivered', orNull),
          column.text('src_tx', orNull),
          column.text('dest_tx', orNull),
          column.text('refund_tx', orNull),
          column.text('client'),
          column.whole('created_at_ms'),
          column.whole('updated_at_ms'),
          column.longText('terms'),
          column.longText('permit', orNull),
          column.longText('allowance', orNull),
          column.longText('plan'),
          column.longText('refusals'),
          column.longText('failure', orNull),
        ],
        indices: [
          { name: 'route_permit_key', columnNames: ['permit_key'], isUnique: true },
          { name: 'route_status', columnNames: ['status'] },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('route');
  }
}
