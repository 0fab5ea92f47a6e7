import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a transaction's simulation showed of its gas. */
export class SimulatedGas implements MigrationInterface {
  readonly name = 'SimulatedGas1763600000026';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE effect ADD COLUMN simulated text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE effect DROP COLUMN simulated');
  }
}
