import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What an order cost when it was kept; null for those kept before, which live half an hour at most.
 * In SQL of both databases: TypeORM would write SQLite's whole table anew for one column.
 */
export class KeptCosts implements MigrationInterface {
  readonly name = 'KeptCosts1763600000021';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE intent ADD COLUMN cost varchar(80)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE intent DROP COLUMN cost');
  }
}
