import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const columns = ['src_tx', 'dest_tx', 'refund_tx'];

/** Routes are found by the hash of a transaction that carried them. */
export class RouteTransactions implements MigrationInterface {
  readonly name = 'RouteTransactions1763600000052';

  async up(runner: QueryRunner): Promise<void> {
    for (const column of columns)
      await runner.createIndex(
        'route',
        new TableIndex({ name: `route_${column}`, columnNames: [column] }),
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of columns) await runner.dropIndex('route', `route_${column}`);
  }
}
