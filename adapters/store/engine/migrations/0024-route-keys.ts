import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A route keeps the keys it was accepted with, so that a change of keys never moves it to others. */
export class RouteKeys implements MigrationInterface {
  readonly name = 'RouteKeys1763600000024';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE route ADD COLUMN spender varchar(160)');
    await runner.query(
      `UPDATE route SET spender = (SELECT account FROM effect
       WHERE effect.route_id = route.id AND effect.role = 'spender' ORDER BY created_at_ms LIMIT 1)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE route DROP COLUMN spender');
  }
}
