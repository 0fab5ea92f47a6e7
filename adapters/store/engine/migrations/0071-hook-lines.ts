import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

/**
 * The lines of webhooks that are due, by owner and host. What waits for its first try stands in line
 * from the start; what was tried before is put in line when it is due. The owner of a route's webhook
 * is the client that began the route: who registered it was not kept.
 */
export class HookLines implements MigrationInterface {
  readonly name = 'HookLines1763600000071';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE hook ADD COLUMN owner varchar(160) NOT NULL DEFAULT ''`);
    await runner.query(
      `UPDATE hook SET owner = COALESCE((SELECT client FROM route WHERE route.id = hook.route_id), route_id)`,
    );
    await runner.query(
      `ALTER TABLE hook_delivery ADD COLUMN owner varchar(160) NOT NULL DEFAULT ''`,
    );
    await runner.query(`ALTER TABLE hook_delivery ADD COLUMN host text NOT NULL DEFAULT ''`);
    await runner.query('ALTER TABLE hook_delivery ADD COLUMN line bigint');
    await runner.query(
      `UPDATE hook_delivery SET
        owner = COALESCE((SELECT owner FROM hook WHERE hook.id = hook_delivery.hook_id), ''),
        host = COALESCE((SELECT host FROM hook WHERE hook.id = hook_delivery.hook_id), ''),
        line = CASE WHEN state = 'waiting' AND tries = 0 THEN 0 ELSE NULL END`,
    );
    await runner.createIndex(
      'hook_delivery',
      new TableIndex({
        name: 'hook_delivery_line',
        columnNames: ['owner', 'host', 'line', 'due_at_ms', 'id'],
        where: 'line IS NOT NULL',
      }),
    );
    await runner.dropIndex('hook_delivery', 'hook_delivery_due');
    await runner.createIndex(
      'hook_delivery',
      new TableIndex({
        name: 'hook_delivery_due',
        columnNames: ['state', 'due_at_ms'],
        where: 'line IS NULL',
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('hook_delivery', 'hook_delivery_due');
    await runner.createIndex(
      'hook_delivery',
      new TableIndex({ name: 'hook_delivery_due', columnNames: ['state', 'due_at_ms'] }),
    );
    await runner.dropIndex('hook_delivery', 'hook_delivery_line');
    for (const column of ['line', 'host', 'owner'])
      await runner.query(`ALTER TABLE hook_delivery DROP COLUMN ${column}`);
    await runner.query('ALTER TABLE hook DROP COLUMN owner');
  }
}
