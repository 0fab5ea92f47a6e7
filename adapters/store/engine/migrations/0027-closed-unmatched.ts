import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How, by whom and when an operator closed an unmatched transaction. */
export class ClosedUnmatched implements MigrationInterface {
  readonly name = 'ClosedUnmatched1763600000027';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE unmatched_transaction ADD COLUMN closed text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE unmatched_transaction DROP COLUMN closed');
  }
}
