import { type MigrationInterface, type QueryRunner, Table, TableIndex } from 'typeorm';
import { key, orNull, tableColumn as column } from './table-column.ts';

/**
 * What routes that wait for the float were asked with. An older worker would read such a route as a
 * rehearsal of the sandbox.
 */
export class Fundings implements MigrationInterface {
  readonly name = 'Fundings1763600000033';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'funding',
        columns: [
          column.text('route_id', key),
          column.text('client'),
          column.longText('request'),
          column.longText('needs'),
          column.text('claim_hash', orNull),
          column.whole('expires_at_ms'),
          column.whole('tried_at_ms', orNull),
        ],
      }),
    );
    await runner.createIndex(
      'funding',
      new TableIndex({ name: 'funding_client', columnNames: ['client'] }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('funding');
  }
}
