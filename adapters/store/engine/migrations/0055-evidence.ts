import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, orNull, tableColumn as column } from './table-column.ts';

/**
 * Receipts of ended routes, the log of them, and what was held and owed on each day. Those that ended before get theirs when it is first
 * asked for.
 */
export class Evidence implements MigrationInterface {
  readonly name = 'Evidence1763600000055';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.createTable(new Table(table));
    for (const [name, on] of partial) await runner.query(`CREATE INDEX ${name} ON ${on}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of tables) await runner.dropTable(name);
  }
}

const tables = [
  {
    name: 'receipt',
    columns: [
      column.text('route_id', key),
      column.whole('number', key),
      column.longText('jws'),
      column.text('salt'),
      column.whole('ended_at_ms'),
      column.flag('is_sandbox'),
      column.whole('place', orNull),
    ],
  },
  {
    name: 'receipt_entry',
    columns: [
      column.whole('place', key),
      column.text('kind'),
      column.text('hash'),
      column.text('leaf_hash'),
    ],
    indices: [{ name: 'receipt_entry_leaf', columnNames: ['leaf_hash'] }],
  },
  {
    name: 'receipt_head',
    columns: [
      column.text('name', key),
      column.text('path'),
      column.whole('size'),
      column.longText('note'),
    ],
  },
  {
    name: 'reserves',
    columns: [
      column.text('epoch', key),
      column.longText('jws'),
      column.whole('at_ms'),
      column.whole('place', orNull),
    ],
  },
  {
    name: 'reserves_owed',
    columns: [
      column.text('epoch', key),
      column.text('route_id', key),
      column.text('chain'),
      column.text('token'),
      column.whole('place'),
      column.units('units'),
      column.text('salt'),
    ],
  },
  { name: 'daily_report', columns: [column.text('day', key), column.longText('report')] },
];

const partial = [
  ['receipt_unplaced', 'receipt (is_sandbox, ended_at_ms) WHERE place IS NULL'],
  ['reserves_unplaced', 'reserves (at_ms) WHERE place IS NULL'],
  ['receipt_place', 'receipt (place) WHERE place IS NOT NULL'],
] as const;
