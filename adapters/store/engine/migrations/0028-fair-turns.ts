import type { MigrationInterface, QueryRunner } from 'typeorm';

const waiting = `nonce < 0 AND state = 'open'`;

/**
 * The turn of each transaction that waits for a multicall. Those that wait already are the first of
 * their routes. In SQL of both databases: TypeORM would write SQLite's whole table anew.
 */
export class FairTurns implements MigrationInterface {
  readonly name = 'FairTurns1763600000028';

  async up(runner: QueryRunner): Promise<void> {
    for (const column of ['line', 'line_payer', 'line_movement'])
      await runner.query(`ALTER TABLE effect ADD COLUMN ${column} varchar(160)`);
    for (const column of ['payer_turn', 'movement_turn', 'turn'])
      await runner.query(`ALTER TABLE effect ADD COLUMN ${column} bigint`);
    await runner.query(
      `UPDATE effect SET line_payer = route_id, payer_turn = 1, turn = 1, line = CASE
       WHEN EXISTS (SELECT 1 FROM effect AS other WHERE other.route_id = effect.route_id
         AND other.nonce < 0 AND other.state = 'open' AND other.purpose = 'call')
       THEN 'calls' ELSE 'moves' END WHERE ${waiting}`,
    );
    await runner.query('DROP INDEX effect_unplaced');
    await runner.query(
      `CREATE INDEX effect_unplaced ON effect (chain, account, line, turn, created_at_ms, route_id) WHERE ${waiting}`,
    );
    await runner.query(
      `CREATE INDEX effect_unplaced_payer ON effect (chain, account, line, line_payer, payer_turn) WHERE ${waiting}`,
    );
    await runner.query(
      `CREATE INDEX effect_unplaced_movement ON effect (chain, account, line, line_movement, movement_turn) WHERE ${waiting}`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of ['effect_unplaced_movement', 'effect_unplaced_payer', 'effect_unplaced'])
      await runner.query(`DROP INDEX ${index}`);
    await runner.query('CREATE INDEX effect_unplaced ON effect (chain, account) WHERE nonce < 0');
    for (const column of [
      'turn',
      'movement_turn',
      'payer_turn',
      'line_movement',
      'line_payer',
      'line',
    ])
      await runner.query(`ALTER TABLE effect DROP COLUMN ${column}`);
  }
}
