import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An operator's fee cap for one transaction, and why no replacement can help it. In SQL of both
 * databases: TypeORM would write SQLite's whole table anew for a column.
 */
export class FeeCaps implements MigrationInterface {
  readonly name = 'FeeCaps1763600000020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE effect ADD COLUMN fee_cap_wei varchar(80)');
    await runner.query('ALTER TABLE effect ADD COLUMN stuck text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE effect DROP COLUMN stuck');
    await runner.query('ALTER TABLE effect DROP COLUMN fee_cap_wei');
  }
}
