import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

/** Which contract takes a payment's nonce once: Permit2 counts its own, of all tokens together. */
export class Permit2Payments implements MigrationInterface {
  readonly name = 'Permit2Payments1763600000068';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE settlement ADD COLUMN nonces_at varchar(160) NOT NULL DEFAULT ''`,
    );
    await runner.query('UPDATE settlement SET nonces_at = token');
    await replaceIndex(runner, 'nonces_at');
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIndex(runner, 'token');
    await runner.query('ALTER TABLE settlement DROP COLUMN nonces_at');
  }
}

async function replaceIndex(runner: QueryRunner, column: string): Promise<void> {
  const name = 'settlement_taken';
  await runner.dropIndex('settlement', name);
  const columnNames = ['payer', 'nonce', column, 'chain'];
  await runner.createIndex('settlement', new TableIndex({ name, columnNames, isUnique: true }));
}
