import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, orNull, tableColumn as column } from './table-column.ts';

/** Double entry: entries, their running balances and day totals, prices, and reconciliation. */
export class Ledger implements MigrationInterface {
  readonly name = 'Ledger1763600000018';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'book_entry',
        columns: [
          column.text('id', key),
          column.text('kind'),
          column.text('chain'),
          column.whole('block', orNull),
          column.text('block_hash', orNull),
          column.text('tx_hash', orNull),
          column.whole('log_index', orNull),
          column.text('transaction_id', orNull),
          column.text('owner_kind', orNull),
          column.text('owner_id', orNull),
          column.text('engine', orNull),
          column.text('reverses', orNull),
          column.longText('lines'),
          column.whole('at_ms'),
          column.flag('is_folded'),
        ],
        indices: [
          { name: 'book_entry_owner', columnNames: ['owner_id', 'transaction_id'] },
          { name: 'book_entry_age', columnNames: ['at_ms', 'id'] },
          { name: 'book_entry_unfolded', columnNames: ['is_folded', 'at_ms'] },
          { name: 'book_entry_block', columnNames: ['chain', 'block'] },
        ],
      }),
    );
    const account = [
      column.text('kind', key),
      column.text('chain', key),
      column.text('token', key),
      column.text('holder', key),
    ];
    await runner.createTable(
      new Table({ name: 'book_running', columns: [...account, column.units('units')] }),
    );
    await runner.createTable(
      new Table({
        name: 'book_day',
        columns: [
          column.text('day', key),
          ...account,
          column.text('engine', key),
          column.units('units'),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'book_price',
        columns: [
          column.text('day', key),
          column.text('chain', key),
          column.text('token', key),
          column.units('micro_usd'),
          column.whole('as_of_ms'),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'book_check',
        columns: [
          column.text('chain', key),
          column.text('account', key),
          column.text('token', key),
          column.units('units'),
          column.whole('block'),
          column.text('block_hash'),
          column.units('deficit'),
          column.whole('after_block', orNull),
          column.whole('by_block', orNull),
          column.whole('since_ms', orNull),
          column.whole('good_block'),
          column.whole('at_ms'),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['book_check', 'book_price', 'book_day', 'book_running', 'book_entry'])
      await runner.dropTable(table);
  }
}
