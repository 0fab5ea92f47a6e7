import { type MigrationInterface, type QueryRunner, Table, TableColumn, TableIndex } from 'typeorm';
import { key, orNull, tableColumn as column } from './table-column.ts';

const dueIndex = new TableIndex({ name: 'outbox_due', columnNames: ['delivered_at_ms', 'at_ms'] });
const routeIndex = new TableIndex({ name: 'outbox_route', columnNames: ['route_id', 'at_ms'] });

export class Hooks implements MigrationInterface {
  readonly name = 'Hooks1763600000009';

  async up(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('outbox', dueIndex);
    await runner.dropColumn('outbox', 'delivered_at_ms');
    await runner.addColumns('outbox', [
      new TableColumn(column.text('src_tx', orNull)),
      new TableColumn(column.text('dest_tx', orNull)),
    ]);
    await runner.createIndex('outbox', routeIndex);
    await runner.createTable(
      new Table({
        name: 'hook',
        columns: [
          column.text('id', key),
          column.text('route_id'),
          column.longText('url'),
          column.longText('host'),
          column.longText('secret', orNull),
          column.whole('created_at_ms'),
        ],
        indices: [
          { name: 'hook_route', columnNames: ['route_id'] },
          { name: 'hook_age', columnNames: ['created_at_ms'] },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'hook_delivery',
        columns: [
          column.text('id', key),
          column.text('hook_id'),
          column.text('event_id'),
          column.text('state'),
          column.whole('tries'),
          column.whole('old_tries'),
          column.whole('due_at_ms'),
          column.whole('created_at_ms'),
        ],
        indices: [
          { name: 'hook_delivery_event', columnNames: ['hook_id', 'event_id'], isUnique: true },
          { name: 'hook_delivery_due', columnNames: ['state', 'due_at_ms'] },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'hook_try',
        columns: [
          column.text('delivery_id', key),
          column.whole('try_number', key),
          column.whole('at_ms'),
          column.whole('took_ms', orNull),
          column.text('outcome', orNull),
          column.whole('http_status', orNull),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('hook_try');
    await runner.dropTable('hook_delivery');
    await runner.dropTable('hook');
    await runner.dropIndex('outbox', routeIndex);
    await runner.dropColumns('outbox', ['src_tx', 'dest_tx']);
    await runner.addColumn('outbox', new TableColumn(column.whole('delivered_at_ms', orNull)));
    await runner.createIndex('outbox', dueIndex);
  }
}
