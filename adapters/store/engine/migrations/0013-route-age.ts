import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

/** The feed reads the newest routes. */
export class RouteAge implements MigrationInterface {
  readonly name = 'RouteAge1763600000013';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createIndex(
      'route',
      new TableIndex({ name: 'route_age', columnNames: ['created_at_ms', 'id'] }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('route', 'route_age');
  }
}
