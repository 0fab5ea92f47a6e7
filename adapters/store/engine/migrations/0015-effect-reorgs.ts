import type { MigrationInterface, QueryRunner } from 'typeorm';

/** In SQL of both databases: TypeORM would write SQLite's whole table anew for one column. */
export class EffectReorgs implements MigrationInterface {
  readonly name = 'EffectReorgs1763600000015';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE effect ADD COLUMN reorgs bigint NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE effect DROP COLUMN reorgs');
  }
}
