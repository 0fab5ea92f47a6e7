import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, orNull, tableColumn as column } from './table-column.ts';

/** Agents of wallets: their keys and policies, what their days' budgets were used for, and what they did. */
export class Agents implements MigrationInterface {
  readonly name = 'Agents1763600000065';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'agent',
        columns: [
          column.text('id', key),
          column.text('account'),
          column.text('name'),
          column.text('key_id', orNull),
          column.text('public_key'),
          column.longText('policy'),
          column.text('state'),
          column.whole('seq'),
          column.whole('created_at_ms'),
        ],
        indices: [
          { name: 'agent_account', columnNames: ['account'] },
          { name: 'agent_key', columnNames: ['key_id'], isUnique: true },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'agent_day',
        columns: [
          column.text('agent_id', key),
          column.text('day', key),
          column.whole('reserved'),
          column.whole('spent'),
        ],
        indices: [{ name: 'agent_day_day', columnNames: ['day'] }],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'agent_route',
        columns: [
          column.text('route_id', key),
          column.text('agent_id'),
          column.text('day'),
          column.whole('cents'),
          column.text('state'),
          column.text('body_hash'),
          column.whole('at_ms'),
        ],
        indices: [
          { name: 'agent_route_body', columnNames: ['agent_id', 'body_hash'] },
          { name: 'agent_route_age', columnNames: ['at_ms'] },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'agent_nonce',
        columns: [column.text('key_id', key), column.text('nonce', key), column.whole('until_ms')],
        indices: [{ name: 'agent_nonce_end', columnNames: ['until_ms'] }],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'agent_approval',
        columns: [
          column.text('id', key),
          column.text('agent_id'),
          column.text('body_hash'),
          column.whole('cents'),
          column.text('state'),
          column.longText('about'),
          column.whole('asked_at_ms'),
          column.whole('decided_at_ms', orNull),
        ],
        indices: [
          { name: 'agent_approval_body', columnNames: ['agent_id', 'body_hash'], isUnique: true },
          { name: 'agent_approval_age', columnNames: ['asked_at_ms'] },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'agent_activity',
        columns: [
          column.text('agent_id', key),
          column.whole('seq', key),
          column.text('kind'),
          column.whole('at_ms'),
          column.longText('about'),
        ],
        indices: [{ name: 'agent_activity_age', columnNames: ['at_ms'] }],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('agent_activity');
    await runner.dropTable('agent_approval');
    await runner.dropTable('agent_nonce');
    await runner.dropTable('agent_route');
    await runner.dropTable('agent_day');
    await runner.dropTable('agent');
  }
}
