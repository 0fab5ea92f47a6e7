import { type MigrationInterface, type QueryRunner, Table, TableIndex } from 'typeorm';
import { key, orNull, tableColumn as column } from './table-column.ts';

/** Payments that payers signed to others, which we send at our cost: of each authorization one. */
export class Settlements implements MigrationInterface {
  readonly name = 'Settlements1763600000064';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'settlement',
        columns: [
          column.text('id', key),
          column.text('chain'),
          column.text('token'),
          column.text('payer'),
          column.text('pay_to'),
          column.units('units'),
          column.text('nonce'),
          column.units('valid_after'),
          column.units('valid_before'),
          column.text('payload_hash'),
          column.text('identifier', orNull),
          column.text('client'),
          column.text('sent_as', orNull),
          column.whole('accepted_at_ms'),
          column.longText('outcome', orNull),
          column.whole('told_at_ms', orNull),
          column.flag('is_charged'),
        ],
        indices: [
          {
            name: 'settlement_taken',
            columnNames: ['payer', 'nonce', 'token', 'chain'],
            isUnique: true,
          },
          { name: 'settlement_identifier', columnNames: ['payer', 'identifier'], isUnique: true },
          { name: 'settlement_sent', columnNames: ['sent_as'], isUnique: true },
          { name: 'settlement_age', columnNames: ['accepted_at_ms'] },
        ],
      }),
    );
    await runner.createIndex(
      'settlement',
      new TableIndex({
        name: 'settlement_open',
        columnNames: ['payer', 'chain'],
        where: 'outcome IS NULL',
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('settlement');
  }
}
