import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which coins an unmatched transaction spent; null for those that were recorded before. */
export class SpentCoins implements MigrationInterface {
  readonly name = 'SpentCoins1763600000054';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE unmatched_transaction ADD COLUMN spent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE unmatched_transaction DROP COLUMN spent');
  }
}
