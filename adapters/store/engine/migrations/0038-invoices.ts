import { type MigrationInterface, type QueryRunner, Table, TableIndex } from 'typeorm';
import { key, orNull, tableColumn as column } from './table-column.ts';

/** What passes are bought with, and what was claimed of each purchase. */
export class Invoices implements MigrationInterface {
  readonly name = 'Invoices1763600000038';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'pass_invoice',
        columns: [
          column.text('id', key),
          column.whole('version'),
          column.text('bundle'),
          column.whole('bundles'),
          column.text('asset'),
          column.text('chain'),
          column.text('token'),
          column.text('address'),
          column.text('collector'),
          column.text('recipient'),
          column.text('route_id', orNull),
          column.text('authorization_id', orNull),
          column.units('amount'),
          column.whole('confirmations'),
          column.whole('created_at_ms'),
          column.whole('expires_at_ms'),
          column.units('pending'),
          column.units('received'),
          column.units('credited'),
          column.units('held'),
          column.whole('block', orNull),
          column.whole('block_at_ms'),
          column.text('collection_id', orNull),
          column.units('collection_units', orNull),
          column.whole('issued'),
          column.whole('exhausted_at_ms', orNull),
          column.whole('next_look_ms'),
          column.whole('next_collect_ms', orNull),
          column.longText('txs'),
        ],
        indices: [
          new TableIndex({ name: 'pass_invoice_look', columnNames: ['next_look_ms'] }),
          new TableIndex({ name: 'pass_invoice_collect', columnNames: ['next_collect_ms'] }),
          new TableIndex({ name: 'pass_invoice_collection', columnNames: ['collection_id'] }),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'pass_claimed',
        columns: [column.text('invoice_id', key), column.text('value', key), column.whole('seq')],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('pass_claimed');
    await runner.dropTable('pass_invoice');
  }
}
