import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

/** Who signed the payment of an invoice, so that one balance is not signed for many at once. */
export class Authorizers implements MigrationInterface {
  readonly name = 'Authorizers1763600000044';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE pass_invoice ADD COLUMN authorized_by varchar(160)');
    await runner.createIndex(
      'pass_invoice',
      new TableIndex({ name: 'pass_invoice_authorizer', columnNames: ['authorized_by'] }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('pass_invoice', 'pass_invoice_authorizer');
    await runner.query('ALTER TABLE pass_invoice DROP COLUMN authorized_by');
  }
}
