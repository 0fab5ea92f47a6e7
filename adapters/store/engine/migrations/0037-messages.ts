import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, orNull, tableColumn as column } from './table-column.ts';

/** Rows of messages by day and bucket, the day's cover, what was anchored and its proofs, and keys of receipts. */
export class Messages implements MigrationInterface {
  readonly name = 'Messages1763600000037';

  async up(runner: QueryRunner): Promise<void> {
    // By hand, for TypeORM has no word for it: without row ids, which would keep the order in which
    // rows of different buckets came. Nothing in a row tells a real one from cover.
    const withoutOrder = runner.connection.options.type === 'postgres' ? '' : ' WITHOUT ROWID';
    await runner.query(
      `CREATE TABLE message_row (day varchar(160) NOT NULL, bucket bigint NOT NULL, place bigint NOT NULL, id varchar(160) NOT NULL, body text NOT NULL, PRIMARY KEY (day, bucket, place))${withoutOrder}`,
    );
    await runner.query('CREATE UNIQUE INDEX message_row_id ON message_row (id)');
    await runner.createTable(
      new Table({
        name: 'message_cover',
        columns: [column.text('day', key), column.whole('added')],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'message_anchor',
        columns: [column.whole('place', key), column.text('id'), column.text('hash')],
        indices: [{ name: 'message_anchor_id', columnNames: ['id'], isUnique: true }],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'message_proof',
        columns: [column.whole('place', key), column.whole('size'), column.longText('path')],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'message_checkpoint',
        columns: [column.whole('size', key), column.longText('note')],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'receipt_key',
        columns: [
          column.whole('seq', key),
          column.text('kid'),
          column.text('x'),
          column.longText('sealed', orNull),
          column.whole('not_before_ms'),
          column.whole('not_after_ms'),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('receipt_key');
    await runner.dropTable('message_checkpoint');
    await runner.dropTable('message_proof');
    await runner.dropTable('message_anchor');
    await runner.dropTable('message_cover');
    await runner.dropTable('message_row');
  }
}
