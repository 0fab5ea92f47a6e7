import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const indices = [
  { before: 'pass_invoice_look', after: 'pass_invoice_chain_look', column: 'next_look_ms' },
  {
    before: 'pass_invoice_collect',
    after: 'pass_invoice_chain_collect',
    column: 'next_collect_ms',
  },
];

/** Due invoices are found by their chain: what is due on a dead one stands in the way of no other. */
export class InvoiceChains implements MigrationInterface {
  readonly name = 'InvoiceChains1763600000042';

  async up(runner: QueryRunner): Promise<void> {
    for (const { before, after: name, column } of indices) {
      await runner.dropIndex('pass_invoice', before);
      const columnNames = ['chain', column];
      await runner.createIndex('pass_invoice', new TableIndex({ name, columnNames }));
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { before: name, after, column } of indices) {
      await runner.dropIndex('pass_invoice', after);
      await runner.createIndex('pass_invoice', new TableIndex({ name, columnNames: [column] }));
    }
  }
}
