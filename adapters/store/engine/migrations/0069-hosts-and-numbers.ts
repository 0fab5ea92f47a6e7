import { type MigrationInterface, type QueryRunner, Table, TableIndex } from 'typeorm';
import { key, tableColumn as column } from './table-column.ts';

/**
 * Whether each host that webhooks were sent to answered its last try; a way to the receipts that took the place
 * of an earlier one; and the numbers of accounts' events in a table that nothing but their own row is read of.
 */
export class HostsAndNumbers implements MigrationInterface {
  readonly name = 'HostsAndNumbers1763600000069';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'hook_host',
        columns: [column.longText('host', key), column.whole('answers')],
      }),
    );
    await runner.createIndex(
      'receipt',
      new TableIndex({
        name: 'receipt_later',
        columnNames: ['ended_at_ms'],
        where: 'number > 1',
      }),
    );
    await runner.createTable(
      new Table({
        name: 'account_seq',
        columns: [column.text('account', key), column.whole('seq')],
      }),
    );
    await runner.query('INSERT INTO account_seq (account, seq) SELECT id, seq FROM known_account');
    await runner.query('ALTER TABLE known_account DROP COLUMN seq');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE known_account ADD COLUMN seq bigint NOT NULL DEFAULT 0');
    await runner.query(
      'UPDATE known_account SET seq = COALESCE((SELECT seq FROM account_seq WHERE account = known_account.id), 0)',
    );
    await runner.dropTable('account_seq');
    await runner.dropIndex('receipt', 'receipt_later');
    await runner.dropTable('hook_host');
  }
}
