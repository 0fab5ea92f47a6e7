import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a client's key ends; those that were made before have no end. */
export class KeyEnds implements MigrationInterface {
  readonly name = 'KeyEnds1763600000049';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_key ADD COLUMN ends_at_ms bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_key DROP COLUMN ends_at_ms');
  }
}
