import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The blocks that a reorg can still take, without reading the transactions in them. */
export class UnfinalBlocks implements MigrationInterface {
  readonly name = 'UnfinalBlocks1763600000047';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX effect_unfinal ON effect (chain, mined_block, mined_block_hash) WHERE NOT is_final AND state <> 'open' AND state <> 'displaced'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX effect_unfinal');
  }
}
