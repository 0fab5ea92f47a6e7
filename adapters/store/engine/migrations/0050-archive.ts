import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, orNull, tableColumn as column } from './table-column.ts';

/**
 * Where ended routes go, and indices that only what is open is in, so that no question of a service
 * costs more with each route that has ended.
 */
export class Archive implements MigrationInterface {
  readonly name = 'Archive1763600000050';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'archive_page',
        columns: [
          column.text('id', key),
          column.whole('form'),
          column.longText('content'),
          column.whole('archived_at_ms'),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'archived_route',
        columns: [
          column.text('route_id', key),
          column.text('permit_key', orNull),
          column.text('page'),
        ],
        indices: [
          { name: 'archived_route_permit_key', columnNames: ['permit_key'], isUnique: true },
          { name: 'archived_route_page', columnNames: ['page'] },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'archived_name',
        columns: [column.text('name', key), column.text('route_id')],
        indices: [{ name: 'archived_name_route', columnNames: ['route_id'] }],
      }),
    );
    for (const [name] of replaced) await runner.query(`DROP INDEX ${name}`);
    for (const [name, on, where] of added)
      await runner.query(`CREATE INDEX ${name} ON ${on}${where === '' ? '' : ` WHERE ${where}`}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of added.toReversed()) await runner.query(`DROP INDEX ${name}`);
    for (const [name, on] of replaced) await runner.query(`CREATE INDEX ${name} ON ${on}`);
    for (const table of ['archived_name', 'archived_route', 'archive_page'])
      await runner.dropTable(table);
  }
}

const replaced = [
  ['route_status', 'route (status)'],
  ['effect_watched', 'effect (is_final, state)'],
  ['reservation_book', 'reservation (chain, account, token, state, settled_block)'],
  ['book_entry_age', 'book_entry (at_ms, id)'],
  ['book_entry_unfolded', 'book_entry (is_folded, at_ms)'],
] as const;

const added = [
  ['route_stage', 'route (status, stage)', ''],
  ['route_owing', 'route (created_at_ms, id)', `phase <> 'ended'`],
  ['route_ended', 'route (updated_at_ms, id)', `phase = 'ended'`],
  ['route_moving', 'route (status)', `mode = 'rebalance'`],
  [
    'route_pays_gas',
    'route (status, stage)',
    `status = 'BRIDGING' AND plan LIKE '%"mostGasCost"%'`,
  ],
  [
    'route_gives_back',
    'route (status, stage)',
    `status = 'BRIDGING' AND plan LIKE '%"giveBackCost"%'`,
  ],
  ['effect_unexplained', 'effect (chain, account)', `NOT is_final AND state = 'displaced'`],
  ['effect_stuck', 'effect (chain)', `NOT is_final AND state = 'open' AND stuck IS NOT NULL`],
  [
    'effect_open_coin',
    'effect (chain)',
    `NOT is_final AND state = 'open' AND purpose = 'payout' AND expects LIKE '%"token":"native"%'`,
  ],
  [
    'reservation_book',
    'reservation (chain, account, token, state, settled_block, counts_from_block, units)',
    '',
  ],
  ['book_entry_age', 'book_entry (at_ms)', ''],
  ['book_entry_unfolded', 'book_entry (at_ms)', 'NOT is_folded'],
] as const;
