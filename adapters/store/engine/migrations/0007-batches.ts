import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { orNull, tableColumn as column } from './table-column.ts';

const byNonce = {
  name: 'effect_nonce',
  columnNames: ['chain', 'account', 'nonce'],
  isUnique: true,
};

/** Effects of one batch share a nonce, and have none while they wait for it. */
export class Batches implements MigrationInterface {
  readonly name = 'Batches1763600000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('effect', new TableColumn(column.longText('batch', orNull)));
    await runner.dropIndex('effect', 'effect_nonce');
    await runner.createIndex('effect', new TableIndex({ ...byNonce, where: 'batch IS NULL' }));
    await runner.createIndex(
      'effect',
      new TableIndex({
        name: 'effect_unplaced',
        columnNames: ['chain', 'account'],
        where: 'nonce < 0',
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('effect', 'effect_unplaced');
    await runner.dropIndex('effect', 'effect_nonce');
    await runner.createIndex('effect', new TableIndex(byNonce));
    await runner.dropColumn('effect', 'batch');
  }
}
