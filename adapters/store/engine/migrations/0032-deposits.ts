import { type MigrationInterface, type QueryRunner, Table, TableIndex } from 'typeorm';
import { key, orNull, tableColumn as column } from './table-column.ts';

/**
 * Addresses that routes wait for deposits at, and all that was seen there. Rows are never deleted:
 * an index is allotted once.
 */
export class Deposits implements MigrationInterface {
  readonly name = 'Deposits1763600000032';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'deposit',
        columns: [
          column.text('route_id', key),
          column.whole('version'),
          column.text('chain'),
          column.whole('address_index'),
          column.text('address'),
          column.units('agreed'),
          column.text('client'),
          column.whole('confirmations'),
          column.whole('locked_until_ms'),
          column.whole('expires_at_ms'),
          column.text('refund_address', orNull),
          column.text('claim_hash'),
          column.text('state'),
          column.text('price', orNull),
          column.units('credited', orNull),
          column.longText('terms'),
          column.flag('is_lost'),
          column.longText('outputs'),
          column.longText('refunds'),
          column.whole('created_at_ms'),
        ],
      }),
    );
    await runner.createIndices('deposit', [
      new TableIndex({
        name: 'deposit_index',
        columnNames: ['chain', 'address_index'],
        isUnique: true,
      }),
      new TableIndex({ name: 'deposit_unpaid', columnNames: ['chain', 'state', 'client'] }),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('deposit');
  }
}
