import { type MigrationInterface, type QueryRunner, Table, TableColumn, TableIndex } from 'typeorm';
import { key, orNull, tableColumn as column } from './table-column.ts';

/** What is needed to forget agents and mandates that are over, and nothing that is still good for something. */
export class Ends implements MigrationInterface {
  readonly name = 'Ends1763600000067';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumns('mandate', [
      new TableColumn(column.whole('ends_sec', orNull)),
      new TableColumn(column.whole('expiry_told_at_ms', orNull)),
    ]);
    // CAST: the columns that are asked for.
    const mandates = (await runner.query('SELECT id, terms FROM mandate')) as readonly {
      readonly id: string;
      readonly terms: string;
    }[];
    for (const { id, terms } of mandates) {
      // CAST: as the mandates' store writes them.
      const { expiresSec } = JSON.parse(terms) as { readonly expiresSec: number };
      await runner.query(`UPDATE mandate SET ends_sec = ${Number(expiresSec)} WHERE id = '${id}'`);
    }
    for (const index of mandateIndices) await runner.createIndex('mandate', index);
    await runner.createIndex('agent', agentIndex);
    await runner.createTable(
      new Table({
        name: 'agent_nonce_floor',
        columns: [column.whole('id', key), column.whole('until_ms')],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('agent_nonce_floor');
    await runner.dropIndex('agent', agentIndex);
    for (const index of mandateIndices) await runner.dropIndex('mandate', index);
    await runner.dropColumns('mandate', ['ends_sec', 'expiry_told_at_ms']);
  }
}

const mandateIndices = [
  new TableIndex({ name: 'mandate_end', columnNames: ['ends_sec'] }),
  new TableIndex({
    name: 'mandate_expiry',
    columnNames: ['expires_at_ms'],
    where: `state = 'active' AND expiry_told_at_ms IS NULL`,
  }),
];

const agentIndex = new TableIndex({
  name: 'agent_deleted',
  columnNames: ['created_at_ms'],
  where: `state = 'deleted'`,
});
