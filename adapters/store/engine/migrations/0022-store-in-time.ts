import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, orNull, tableColumn as column } from './table-column.ts';

/**
 * What a store that went back in time cannot give to any work of its own, and how far each account
 * is final. A displaced transaction leaves its slot to what displaced it. In SQL of both databases:
 * TypeORM would write SQLite's whole table anew for one column.
 */
export class StoreInTime implements MigrationInterface {
  readonly name = 'StoreInTime1763600000022';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'unmatched_transaction',
        columns: [
          column.text('id', key),
          column.text('kind'),
          column.text('chain'),
          column.text('account'),
          column.whole('slot'),
          column.text('hash', orNull),
          column.whole('block', orNull),
          column.whole('at_ms'),
          column.longText('moved'),
          column.longText('permit', orNull),
          column.whole('since_ms'),
        ],
      }),
    );
    await runner.query('ALTER TABLE nonce_lane ADD COLUMN last_final bigint NOT NULL DEFAULT -1');
    await runner.query(
      `UPDATE nonce_lane SET last_final = COALESCE((SELECT MAX(effect.nonce) FROM effect
       WHERE effect.chain = nonce_lane.chain AND effect.account = nonce_lane.account
       AND effect.is_final = TRUE AND effect.state IN ('mined', 'reverted', 'filled')), -1)`,
    );
    await runner.query('DROP INDEX effect_nonce');
    await runner.query(
      `CREATE UNIQUE INDEX effect_nonce ON effect (chain, account, nonce) WHERE batch IS NULL AND state <> 'displaced'`,
    );
    await passOver(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX effect_nonce');
    // Slots below -1 belong to no account, so that no two rows of this index are alike.
    await runner.query(
      `UPDATE effect SET nonce = -2 - nonce WHERE state = 'displaced' AND nonce >= 0 AND EXISTS
       (SELECT 1 FROM effect AS other WHERE other.chain = effect.chain AND other.account = effect.account
        AND other.nonce = effect.nonce AND other.id <> effect.id AND other.batch IS NULL)`,
    );
    await runner.query(`UPDATE effect SET is_final = FALSE WHERE state = 'displaced'`);
    await runner.query(
      'CREATE UNIQUE INDEX effect_nonce ON effect (chain, account, nonce) WHERE batch IS NULL',
    );
    await runner.query('ALTER TABLE nonce_lane DROP COLUMN last_final');
    await runner.dropTable('unmatched_transaction');
  }
}

/**
 * An account that runs was let go on by an operator after whatever displaced its transactions: that
 * is not read again, and no route that was quarantined then is released without a person.
 */
async function passOver(runner: QueryRunner): Promise<void> {
  await runner.query(
    `UPDATE effect SET is_final = TRUE WHERE state = 'displaced' AND EXISTS
     (SELECT 1 FROM nonce_lane WHERE nonce_lane.chain = effect.chain
      AND nonce_lane.account = effect.account AND nonce_lane.stopped IS NULL)`,
  );
  await runner.query(
    `INSERT INTO unmatched_transaction (id, kind, chain, account, slot, hash, block, at_ms, moved, permit, since_ms)
     SELECT chain || '/' || account || '/earlier', 'unread', chain, account, next_nonce, NULL, NULL,
       (SELECT MAX(updated_at_ms) FROM route), '[]', NULL, (SELECT MAX(updated_at_ms) FROM route)
     FROM nonce_lane WHERE stopped IS NULL AND EXISTS (SELECT 1 FROM route WHERE stage = 'QUARANTINED')`,
  );
}
