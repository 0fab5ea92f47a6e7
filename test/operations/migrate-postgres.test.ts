import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeMigrations, migrateStore } from '@interline/server';
import { expect } from 'chai';
import { onPostgres } from '../contract/on-postgres.ts';

onPostgres((given) => {
  describe("a store's migrations", () => {
    const folder = join(tmpdir(), `interline-migrate-${process.pid}`);
    after(() => rm(folder, { recursive: true, force: true }));
    const ledger = (schema: string, url = given().postgres.url) => ({
      storeDir: folder,
      database: { kind: 'postgres' as const, url, schema },
    });
    const statesOf = async (place: ReturnType<typeof ledger>) => [
      ...new Set((await storeMigrations(place)).map(({ state }) => state)),
    ];

    it('are pending before the schema is there, and looking at them does not make it', async () => {
      const schema = given().postgres.newSchema();

      expect(await statesOf(ledger(schema))).to.deep.equal(['pending']);
      expect(
        await given().postgres.query(`SELECT 1 FROM pg_namespace WHERE nspname = '${schema}'`),
      ).to.deep.equal([]);
    });

    it('are applied by as many processes at once as like to', async () => {
      const place = ledger(given().postgres.newSchema());

      await Promise.all([migrateStore(place), migrateStore(place), migrateStore(place)]);

      expect(await statesOf(place)).to.deep.equal(['applied']);
    });

    it('of a newer program keep this one from starting, with a message that says so', async () => {
      const place = ledger(given().postgres.newSchema());
      await migrateStore(place);
      await given().postgres.query(
        `INSERT INTO ${place.database.schema}.migrations (timestamp, name) VALUES (1999999999999, 'Tomorrow1999999999999')`,
      );

      const fault = await migrateStore(place).catch((error: unknown) => error);

      expect(fault)
        .to.be.instanceOf(Error)
        .with.property(
          'message',
          'a newer release migrated this store (Tomorrow1999999999999), which this process does not know; update this process, or stop it',
        );
    });

    it('cannot be read from a database that is not there, whose URL is not repeated', async () => {
      const fault = await storeMigrations(
        ledger('interline_none', 'postgres://me:hush-hush@127.0.0.1:9/none'),
      ).catch((error: unknown) => error);

      expect(fault)
        .to.be.instanceOf(Error)
        .with.property(
          'message',
          "the store's PostgreSQL cannot be opened (ECONNREFUSED); nothing listens there: start it, or correct host and port",
        );
    });
  });
});
