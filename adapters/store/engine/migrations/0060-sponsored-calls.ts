import { type MigrationInterface, type QueryRunner, Table, TableIndex } from 'typeorm';
import { key, orNull, tableColumn as column } from './table-column.ts';

/** Calls of payers' own accounts that are sent at our cost, for a fee out of the same batch. */
export class SponsoredCalls implements MigrationInterface {
  readonly name = 'SponsoredCalls1763600000060';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'sponsored_call',
        columns: [
          column.text('id', key),
          column.text('kind'),
          column.text('chain'),
          column.text('account'),
          column.units('nonce'),
          column.longText('call_data'),
          column.units('call_gas'),
          column.flag('delegates'),
          column.text('hash'),
          column.text('fee_token'),
          column.units('fee_units'),
          column.text('client'),
          column.whole('created_at_ms'),
          column.whole('expires_at_ms'),
          column.text('bundle_id', orNull),
          column.whole('accepted_at_ms', orNull),
          column.text('taken_key', orNull),
          column.longText('signed', orNull),
          column.longText('outcome', orNull),
          column.flag('is_charged'),
        ],
        indices: [
          { name: 'sponsored_call_taken', columnNames: ['taken_key'], isUnique: true },
          { name: 'sponsored_call_bundle', columnNames: ['bundle_id'] },
          { name: 'sponsored_call_account', columnNames: ['account', 'chain'] },
          { name: 'sponsored_call_age', columnNames: ['created_at_ms'] },
        ],
      }),
    );
    await runner.createIndex(
      'sponsored_call',
      new TableIndex({
        name: 'sponsored_call_kept',
        columnNames: ['accepted_at_ms'],
        where: 'signed IS NOT NULL',
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('sponsored_call');
  }
}
