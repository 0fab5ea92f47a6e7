import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns that were named after EVM accounts, in tables that hold every family's transactions. */
const columns = [
  ['effect', 'nonce', 'slot'],
  ['effect', 'gas_cost_wei', 'gas_cost'],
  ['effect', 'fee_cap_wei', 'fee_cap'],
  ['envelope', 'nonce', 'slot'],
  ['account', 'next_nonce', 'next_slot'],
] as const;

/** The same of the fields inside JSON columns. */
const fields = [
  ['valueWei', 'value'],
  ['maxFeePerGas', 'maxFeeRate'],
  ['maxPriorityFeePerGas', 'tip'],
  ['mostGasWei', 'mostGasCost'],
  ['giveBackWei', 'giveBackCost'],
  ['chargedWei', 'charged'],
  ['feeWei', 'coinFee'],
  ['wei', 'coin'],
] as const;

const jsonColumns = [
  ['effect', 'batch'],
  ['envelope', 'tx'],
  ['route', 'plan'],
  ['route', 'quote'],
  ['intent', 'quote'],
] as const;

/** Renames what a store called nonce and wei to slot, cost and fee rate. */
export class Slots implements MigrationInterface {
  readonly name = 'Slots1763600000031';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE nonce_lane RENAME TO account');
    for (const [table, from, to] of columns) await renameColumn(runner, table, from, to);
    await runner.query('DROP INDEX effect_nonce');
    await runner.query(
      `CREATE UNIQUE INDEX effect_slot ON effect (chain, account, slot) WHERE ${ownsItsSlot}`,
    );
    for (const [from, to] of fields) await renameField(runner, from, to);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [from, to] of fields) await renameField(runner, to, from);
    await runner.query('DROP INDEX effect_slot');
    for (const [table, from, to] of columns) await renameColumn(runner, table, to, from);
    await runner.query(
      `CREATE UNIQUE INDEX effect_nonce ON effect (chain, account, nonce) WHERE ${ownsItsSlot}`,
    );
    await runner.query('ALTER TABLE account RENAME TO nonce_lane');
  }
}

const ownsItsSlot = `batch IS NULL AND state <> 'displaced'`;

async function renameColumn(
  runner: QueryRunner,
  table: string,
  from: string,
  to: string,
): Promise<void> {
  await runner.query(`ALTER TABLE ${table} RENAME COLUMN ${from} TO ${to}`);
}

async function renameField(runner: QueryRunner, from: string, to: string): Promise<void> {
  for (const [table, column] of jsonColumns)
    await runner.query(
      `UPDATE ${table} SET ${column} = REPLACE(${column}, '"${from}":', '"${to}":')
       WHERE ${column} LIKE '%"${from}":%'`,
    );
}
