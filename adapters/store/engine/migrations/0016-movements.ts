import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Every signed form lists the movements it carries, and a transaction that ended by a no-op of ours
 * is filled. In SQL of both databases: TypeORM would write SQLite's whole table anew for a column.
 */
export class Movements implements MigrationInterface {
  readonly name = 'Movements1763600000016';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['effect', 'reservation']) {
      await runner.query(
        `ALTER TABLE ${table} ADD COLUMN owner_kind varchar(160) NOT NULL DEFAULT 'route'`,
      );
      await runner.query(`UPDATE ${table} SET owner_kind = 'relayer' WHERE route_id = 'none'`);
    }
    await runner.query('ALTER TABLE effect ADD COLUMN mined_block_hash varchar(160)');
    await runner.query('ALTER TABLE effect ADD COLUMN gas_used varchar(80)');
    await runner.query('ALTER TABLE effect ADD COLUMN gas_cost_wei varchar(80)');
    await runner.query(`ALTER TABLE envelope ADD COLUMN movements text NOT NULL DEFAULT '[]'`);
    await runner.query(ownMovements);
    await listMulticalls(runner);
    await runner.query(
      `UPDATE effect SET state = 'filled' WHERE state = 'mined' AND batch IS NULL AND purpose <> 'batch'
       AND EXISTS (SELECT 1 FROM envelope WHERE envelope.hash = effect.mined_hash AND envelope.movements = '[]')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE effect SET state = 'mined' WHERE state = 'filled'`);
    await runner.query('ALTER TABLE envelope DROP COLUMN movements');
    for (const column of ['gas_cost_wei', 'gas_used', 'mined_block_hash', 'owner_kind'])
      await runner.query(`ALTER TABLE effect DROP COLUMN ${column}`);
    await runner.query('ALTER TABLE reservation DROP COLUMN owner_kind');
  }
}

const movement = `'{"kind":"' || CASE WHEN effect.purpose IN ('pull', 'payout', 'refund') THEN effect.purpose ELSE 'call' END
  || '","transactionId":"' || effect.id || '","expects":' || COALESCE(effect.expects, 'null') || '}'`;

/** A no-op is a transfer from the account to itself; a multicall is one as well. */
const ownMovements = `UPDATE envelope SET movements = (
    SELECT '[' || ${movement} || ']' FROM effect WHERE effect.id = envelope.effect_id)
  WHERE tx NOT LIKE '%"to":"' || account || '"%'
  AND EXISTS (SELECT 1 FROM effect WHERE effect.id = envelope.effect_id AND effect.purpose NOT IN ('batch', 'noop'))`;

/** A delegation goes to the account itself too, and is the account's own call. */
async function listMulticalls(runner: QueryRunner): Promise<void> {
  await runner.query(
    `UPDATE envelope SET movements = (SELECT '[' || ${movement} || ']' FROM effect WHERE effect.id = envelope.effect_id)
     WHERE EXISTS (SELECT 1 FROM effect WHERE effect.id = envelope.effect_id AND effect.purpose = 'delegate')`,
  );
  // CAST: the rows of this very query.
  const multicalls = (await runner.query(
    `SELECT id FROM effect WHERE purpose = 'batch'`,
  )) as readonly { id: string }[];
  for (const { id } of multicalls) {
    // CAST: the rows of this very query.
    const members = (await runner.query(
      `SELECT ${movement} AS movement FROM effect WHERE batch LIKE '%"by":"${id}"%' ORDER BY id`,
    )) as readonly { movement: string }[];
    const movements = `[${members.map((one) => one.movement).join(',')}]`;
    await runner.query(`UPDATE envelope SET movements = '${movements}' WHERE effect_id = '${id}'`);
  }
}
