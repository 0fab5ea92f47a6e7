import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A route keeps where an operator sends its refund, and from which account of ours; an account keeps
 * since when it sends nothing.
 */
export class OperatorsOrders implements MigrationInterface {
  readonly name = 'OperatorsOrders1763600000023';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE route ADD COLUMN refund_to varchar(160)');
    await runner.query('ALTER TABLE route ADD COLUMN refund_from varchar(160)');
    await runner.query('ALTER TABLE nonce_lane ADD COLUMN stopped_at_ms bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE nonce_lane DROP COLUMN stopped_at_ms');
    await runner.query('ALTER TABLE route DROP COLUMN refund_from');
    await runner.query('ALTER TABLE route DROP COLUMN refund_to');
  }
}
