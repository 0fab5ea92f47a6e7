import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

/** An approval is for a request, and once a route has used it the same request may be approved again. */
export class ApprovedRequests implements MigrationInterface {
  readonly name = 'ApprovedRequests1763600000072';

  async up(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('agent_approval', 'agent_approval_body');
    await runner.query('ALTER TABLE agent_approval RENAME COLUMN body_hash TO request_hash');
    await runner.createIndex(
      'agent_approval',
      new TableIndex({
        name: 'agent_approval_request',
        columnNames: ['agent_id', 'request_hash'],
        isUnique: true,
        where: "state <> 'used'",
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('agent_approval', 'agent_approval_request');
    await runner.query(`DELETE FROM agent_approval WHERE state = 'used' AND EXISTS (
      SELECT 1 FROM agent_approval AS other WHERE other.agent_id = agent_approval.agent_id
        AND other.request_hash = agent_approval.request_hash AND other.id <> agent_approval.id
    )`);
    await runner.query('ALTER TABLE agent_approval RENAME COLUMN request_hash TO body_hash');
    await runner.createIndex(
      'agent_approval',
      new TableIndex({
        name: 'agent_approval_body',
        columnNames: ['agent_id', 'body_hash'],
        isUnique: true,
      }),
    );
  }
}
