import { postgresDialect } from '@interline/adapters/store';
import { expect } from 'chai';
import { DataSource } from 'typeorm';
import { onPostgres } from './on-postgres.ts';

onPostgres((given) => {
  describe('the migrations', () => {
    let schema: string;
    let source: DataSource;
    beforeEach(async () => {
      const { postgres } = given();
      schema = postgres.newSchema();
      await postgres.query(`CREATE SCHEMA ${schema}`);
      source = await new DataSource(
        postgresDialect({ url: postgres.url, schema }).writer,
      ).initialize();
    });
    afterEach(async () => source.destroy());

    const pendingChanges = async () =>
      (await source.driver.createSchemaBuilder().log()).upQueries.map(({ query }) => query);
    const objects = () =>
      given().postgres
        .query(`SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns
      WHERE table_schema = '${schema}' AND table_name <> 'migrations' ORDER BY table_name, column_name`);
    const indices = () =>
      given().postgres.query(
        `SELECT indexdef FROM pg_indexes WHERE schemaname = '${schema}' AND tablename <> 'migrations' ORDER BY indexname`,
      );

    it('make exactly what the entities describe', async () => {
      const before = await pendingChanges();
      await source.runMigrations();

      expect(before).to.have.length.above(13);
      expect(await pendingChanges()).to.deep.equal([]);
    });

    it('go up, down to nothing, and up again to the same', async () => {
      await source.runMigrations();
      const first = [await objects(), await indices()];
      for (const _migration of source.migrations) await source.undoLastMigration();
      const none = [await objects(), await indices()];
      await source.runMigrations();

      expect(first[0]).to.have.length.above(100);
      expect(none).to.deep.equal([[], []]);
      expect([await objects(), await indices()]).to.deep.equal(first);
    });
  });
});
