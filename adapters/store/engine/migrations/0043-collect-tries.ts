import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often what came for an invoice could not be collected. */
export class CollectTries implements MigrationInterface {
  readonly name = 'CollectTries1763600000043';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE pass_invoice ADD COLUMN collect_tries bigint NOT NULL DEFAULT 0',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE pass_invoice DROP COLUMN collect_tries');
  }
}
