import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Finds the pulls of a chain that a reorg can still take, and keeps which of those under way the
 * chain shows reverted.
 */
export class ShallowPulls implements MigrationInterface {
  readonly name = 'ShallowPulls1763600000030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE effect ADD COLUMN pull_seen_reverted boolean');
    await runner.query(
      'CREATE INDEX effect_pulls_on ON effect (chain, is_final, state, mined_block) WHERE pull_key IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX effect_pulls_on');
    await runner.query('ALTER TABLE effect DROP COLUMN pull_seen_reverted');
  }
}
