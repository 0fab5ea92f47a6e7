import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, orNull, tableColumn as column } from './table-column.ts';

/** Vaults that speak for other wallets of their owners. */
export class VaultLinks implements MigrationInterface {
  readonly name = 'VaultLinks1763600000062';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'vault_link',
        columns: [
          column.text('vault', key),
          column.text('nonce', key),
          column.text('hot'),
          column.text('only_on', orNull),
          column.whole('expires_at_ms'),
          column.whole('created_at_ms'),
          column.flag('is_ended'),
        ],
        indices: [
          { name: 'vault_link_hot', columnNames: ['hot'] },
          { name: 'vault_link_end', columnNames: ['expires_at_ms'] },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('vault_link');
  }
}
