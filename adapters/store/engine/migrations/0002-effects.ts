import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, orNull, tableColumn as column } from './table-column.ts';

export class Effects implements MigrationInterface {
  readonly name = 'Effects1763600000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'effect',
        columns: [
          column.text('id', key),
          column.text('route_id'),
          column.whole('step'),
          column.text('purpose'),
          column.text('chain'),
          column.text('role'),
          column.text('account'),
          column.whole('nonce'),
          column.text('state'),
          column.longText('expects', orNull),
          column.text('mined_hash', orNull),
          column.whole('mined_block', orNull),
          column.flag('is_final'),
          column.whole('created_at_ms'),
          column.text('pull_key', orNull),
          column.units('pull_units', orNull),
        ],
        indices: [
          { name: 'effect_nonce', columnNames: ['chain', 'account', 'nonce'], isUnique: true },
          { name: 'effect_route', columnNames: ['route_id'] },
          { name: 'effect_watched', columnNames: ['is_final', 'state'] },
          {
            name: 'effect_pull',
            columnNames: ['pull_key', 'state'],
            where: 'pull_key IS NOT NULL',
          },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'envelope',
        columns: [
          column.text('hash', key),
          column.text('effect_id'),
          column.text('chain'),
          column.text('account'),
          column.whole('nonce'),
          column.longText('raw', orNull),
          column.longText('tx'),
          column.whole('committed_at_ms'),
        ],
        foreignKeys: [
          {
            name: 'envelope_effect',
            columnNames: ['effect_id'],
            referencedTableName: 'effect',
            referencedColumnNames: ['id'],
          },
        ],
        indices: [{ name: 'envelope_of_effect', columnNames: ['effect_id'] }],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'nonce_lane',
        columns: [
          column.text('chain', key),
          column.text('account', key),
          column.whole('next_nonce'),
          column.whole('last_mined'),
          column.longText('stopped', orNull),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('nonce_lane');
    await runner.dropTable('envelope');
    await runner.dropTable('effect');
  }
}
