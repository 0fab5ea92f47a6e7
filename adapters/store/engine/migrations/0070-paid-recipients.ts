import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

/** By recipient: an invoice of ours has an address of its own, and is paid by one payment. */
export class PaidRecipients implements MigrationInterface {
  readonly name = 'PaidRecipients1763600000070';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createIndex(
      'settlement',
      new TableIndex({ name: 'settlement_recipient', columnNames: ['pay_to', 'chain'] }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('settlement', 'settlement_recipient');
  }
}
