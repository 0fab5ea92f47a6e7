import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, tableColumn as column } from './table-column.ts';

export class Requests implements MigrationInterface {
  readonly name = 'Requests1763600000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'intent',
        columns: [
          column.text('digest', key),
          column.text('payer', key),
          column.longText('terms'),
          column.longText('quote'),
          column.text('rail_package'),
          column.whole('expires_at_ms'),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'permit_bit',
        columns: [
          column.text('chain', key),
          column.text('payer', key),
          column.units('word', key),
          column.whole('bit', key),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'budget',
        columns: [column.text('budget', key), column.text('day', key), column.units('units')],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'idempotent',
        columns: [
          column.text('idempotency_key', { ...key, length: '512' }),
          column.text('body_hash'),
          column.text('route_id'),
          column.whole('at_ms'),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('idempotent');
    await runner.dropTable('budget');
    await runner.dropTable('permit_bit');
    await runner.dropTable('intent');
  }
}
