import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, orNull, tableColumn as column } from './table-column.ts';

/** Wallets that signed in: their sessions, and what they are told of their routes. */
export class Accounts implements MigrationInterface {
  readonly name = 'Accounts1763600000057';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'known_account',
        columns: [column.text('id', key), column.whole('seq'), column.whole('since_ms')],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'sign_in_nonce',
        columns: [column.text('hash', key), column.whole('expires_at_ms')],
        indices: [{ name: 'sign_in_nonce_end', columnNames: ['expires_at_ms'] }],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'account_session',
        columns: [
          column.text('token_hash', key),
          column.text('address'),
          column.text('only_on', orNull),
          column.text('chain'),
          column.longText('scopes'),
          column.longText('proof', orNull),
          column.whole('created_at_ms'),
          column.whole('expires_at_ms'),
          column.whole('checked_at_ms'),
        ],
        indices: [{ name: 'account_session_end', columnNames: ['expires_at_ms'] }],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'account_event',
        columns: [
          column.text('account', key),
          column.whole('seq', key),
          column.text('kind'),
          column.whole('at_ms'),
          column.longText('about'),
        ],
        indices: [{ name: 'account_event_age', columnNames: ['at_ms'] }],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'account_hook',
        columns: [
          column.text('id', key),
          column.text('account'),
          column.longText('events'),
          column.whole('failures'),
          column.whole('disabled_at_ms', orNull),
          column.longText('former_secret', orNull),
          column.whole('former_until_ms', orNull),
        ],
        indices: [{ name: 'account_hook_account', columnNames: ['account'] }],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('account_hook');
    await runner.dropTable('account_event');
    await runner.dropTable('account_session');
    await runner.dropTable('sign_in_nonce');
    await runner.dropTable('known_account');
  }
}
