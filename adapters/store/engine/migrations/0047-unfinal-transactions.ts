import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is looked at every few seconds, by chain, account and kind of owner. */
export class UnfinalTransactions implements MigrationInterface {
  readonly name = 'UnfinalTransactions1763600000047';

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns, where] of indices)
      await runner.query(`CREATE INDEX ${name} ON effect (${columns}) WHERE ${where}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of indices) await runner.query(`DROP INDEX ${name}`);
  }
}

const indices = [
  [
    'effect_unfinal',
    'chain, mined_block, mined_block_hash',
    `NOT is_final AND state <> 'open' AND state <> 'displaced'`,
  ],
  ['effect_open', 'chain, account, slot', `NOT is_final AND state = 'open'`],
  ['effect_open_own', 'owner_kind', `NOT is_final AND state = 'open' AND owner_kind <> 'route'`],
] as const;
