import {
  openStoreOn,
  postgresDialect,
  sqliteDialect,
  type Store,
  type StoreOptions,
} from '@interline/adapters/store';
import { postgresOrSkip, type TestPostgres } from '../support/postgres.ts';

export interface PostgresScene {
  readonly postgres: TestPostgres;
  /**
   * The store in one schema, emptied each time: making the tables anew for each test would take
   * most of its time.
   */
  openEmpty(options?: SceneOptions): Promise<Store>;
  /** The store in that schema as it is: one more process. */
  openAgain(options?: SceneOptions): Promise<Store>;
}

interface SceneOptions extends StoreOptions {
  /** The clock tells also when leases end, as on SQLite, instead of the database. */
  readonly hasOwnLeaseTime?: boolean;
}

/** A suite over one PostgreSQL; skipped where there is none. */
export function onPostgres(suite: (given: () => PostgresScene) => void): void {
  describe('with PostgreSQL', () => {
    let scene: PostgresScene | null = null;
    before(async function () {
      scene = sceneOn(await postgresOrSkip(this));
    });
    after(async () => scene?.postgres.stop());

    suite(() => {
      if (scene === null) throw new Error('PostgreSQL is not there yet');
      return scene;
    });
  });
}

function sceneOn(postgres: TestPostgres): PostgresScene {
  const schema = postgres.newSchema();
  const openAgain = ({ hasOwnLeaseTime = false, ...options }: SceneOptions = {}) => {
    const dialect = postgresDialect({ url: postgres.url, schema });
    const leaseNow = hasOwnLeaseTime ? sqliteDialect(':memory:').leaseNow : dialect.leaseNow;
    return openStoreOn({ ...dialect, leaseNow }, options);
  };
  return {
    postgres,
    openAgain,
    async openEmpty(options) {
      const tables = await postgres.query<{ name: string }>(
        `SELECT tablename AS name FROM pg_tables WHERE schemaname = '${schema}' AND tablename <> 'migrations'`,
      );
      // TRUNCATE would take ten times as long for so few rows. One statement, because rows of one
      // table refer to another's.
      const deletes = tables.map(({ name }) => `"${name}" AS (DELETE FROM ${schema}."${name}")`);
      if (tables.length > 0) await postgres.query(`WITH ${deletes.join(', ')} SELECT 1`);
      return openAgain(options);
    },
  };
}
