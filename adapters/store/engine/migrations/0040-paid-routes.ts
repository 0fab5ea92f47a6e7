import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the payout that was mined last, without reading all transactions. */
export class PaidRoutes implements MigrationInterface {
  readonly name = 'PaidRoutes1763600000040';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX effect_paid ON effect (created_at_ms) WHERE purpose = 'payout' AND state = 'mined' AND owner_kind = 'route'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX effect_paid');
  }
}
