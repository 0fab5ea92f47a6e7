import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which coins an unmatched transaction spent, null for those that were recorded before; and indices that
 * tell addresses that were paid from those that nobody paid, of which there may be any number.
 */
export class DepositCoins implements MigrationInterface {
  readonly name = 'DepositCoins1763600000054';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE unmatched_transaction ADD COLUMN spent text');
    for (const [name, on, where] of indices)
      await runner.query(`CREATE INDEX ${name} ON ${on} WHERE ${where}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of indices.toReversed()) await runner.query(`DROP INDEX ${name}`);
    await runner.query('ALTER TABLE unmatched_transaction DROP COLUMN spent');
  }
}

const indices = [
  ['deposit_seen', 'deposit (chain, address_index)', `outputs <> '[]'`],
  ['deposit_unseen', 'deposit (chain, locked_until_ms)', `outputs = '[]'`],
] as const;
