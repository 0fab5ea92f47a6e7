import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, orNull, tableColumn as column } from './table-column.ts';

export class Books implements MigrationInterface {
  readonly name = 'Books1763600000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'balance',
        columns: [
          column.text('chain', key),
          column.text('account', key),
          column.text('token', key),
          column.units('units'),
          column.whole('block'),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'reservation',
        columns: [
          column.text('id', key),
          column.text('route_id'),
          column.text('chain'),
          column.text('account'),
          column.text('token'),
          column.text('kind'),
          column.units('units'),
          column.text('state'),
          column.whole('counts_from_block'),
          column.whole('settled_block', orNull),
        ],
        indices: [
          { name: 'reservation_route', columnNames: ['route_id'] },
          {
            name: 'reservation_book',
            columnNames: ['chain', 'account', 'token', 'state', 'settled_block'],
          },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'delivery',
        columns: [
          column.text('chain', key),
          column.text('hash', key),
          column.whole('log_index', key),
          column.text('route_id'),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'liability',
        columns: [
          column.text('route_id', key),
          column.text('chain'),
          column.text('account'),
          column.text('token'),
          column.text('recipient'),
          column.units('units'),
          column.longText('reason'),
          column.whole('since_ms'),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('liability');
    await runner.dropTable('delivery');
    await runner.dropTable('reservation');
    await runner.dropTable('balance');
  }
}
