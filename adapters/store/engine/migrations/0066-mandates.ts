import { type MigrationInterface, type QueryRunner, Table, TableColumn } from 'typeorm';
import { key, orNull, tableColumn as column } from './table-column.ts';

/** Mandates of wallets' agents with what was paid under them, and the keys that wallets sign them with. */
export class Mandates implements MigrationInterface {
  readonly name = 'Mandates1763600000066';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn(
      'account_session',
      new TableColumn(column.longText('mandate_key', orNull)),
    );
    await runner.createTable(
      new Table({
        name: 'mandate',
        columns: [
          column.text('id', key),
          column.text('account'),
          column.text('hash'),
          column.longText('token'),
          column.longText('terms'),
          column.text('agent_key_id'),
          column.longText('user_key'),
          column.longText('evidence'),
          column.longText('ceiling'),
          column.text('chain'),
          column.text('state'),
          column.whole('reserved'),
          column.whole('spent'),
          column.whole('uses'),
          column.whole('seq'),
          column.whole('expires_at_ms'),
          column.whole('created_at_ms'),
          column.whole('revoked_at_ms', orNull),
        ],
        indices: [
          { name: 'mandate_hash', columnNames: ['hash'], isUnique: true },
          { name: 'mandate_account', columnNames: ['account', 'created_at_ms'] },
          { name: 'mandate_chain', columnNames: ['chain', 'expires_at_ms'] },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'mandate_payment',
        columns: [
          column.text('closed_hash', key),
          column.text('mandate_id'),
          column.text('route_id'),
          column.whole('cents'),
          column.whole('worth_cents'),
          column.units('units'),
          column.text('used_window', orNull),
          column.text('state'),
          column.text('reference'),
          column.longText('claims'),
          column.whole('at_ms'),
        ],
        indices: [
          { name: 'mandate_payment_mandate', columnNames: ['mandate_id'] },
          { name: 'mandate_payment_route', columnNames: ['route_id'], isUnique: true },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'mandate_challenge',
        columns: [
          column.text('nonce_hash', key),
          column.text('mandate_id'),
          column.whole('expires_at_ms'),
        ],
        indices: [{ name: 'mandate_challenge_end', columnNames: ['expires_at_ms'] }],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'mandate_receipt',
        columns: [
          column.text('mandate_id', key),
          column.whole('seq', key),
          column.text('route_id'),
          column.text('kind'),
          column.longText('claims'),
          column.longText('jws', orNull),
          column.whole('at_ms'),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'mandate_lock',
        columns: [column.text('name', key), column.whole('count')],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('mandate_lock');
    await runner.dropTable('mandate_receipt');
    await runner.dropTable('mandate_challenge');
    await runner.dropTable('mandate_payment');
    await runner.dropTable('mandate');
    await runner.dropColumn('account_session', 'mandate_key');
  }
}
