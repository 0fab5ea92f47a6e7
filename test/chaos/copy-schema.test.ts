import { expect } from 'chai';
import { postgresOrSkip, type TestPostgres } from '../support/postgres.ts';
import { copySchema, restoreSchema, schemaExists } from './copy-schema.ts';

describe('a copy of a schema in PostgreSQL', () => {
  let postgres: TestPostgres;
  let schema: string;
  let copy: string;
  before(async function () {
    postgres = await postgresOrSkip(this);
  });
  after(() => postgres?.stop());
  beforeEach(async () => {
    schema = postgres.newSchema();
    copy = postgres.newSchema();
    await postgres.query(`
      CREATE SCHEMA ${schema};
      CREATE TABLE ${schema}.a_leg (id int PRIMARY KEY, route text NOT NULL);
      CREATE TABLE ${schema}.route (id text PRIMARY KEY, amount numeric);
      ALTER TABLE ${schema}.a_leg ADD FOREIGN KEY (route) REFERENCES ${schema}.route (id);
      CREATE TABLE ${schema}.turnstile ();
      INSERT INTO ${schema}.route VALUES ('rt_1', 10001), ('rt_2', 7);
      INSERT INTO ${schema}.a_leg VALUES (1, 'rt_1');
    `);
  });

  it('puts back every row as it was, with what refers to it, and nothing that came later', async () => {
    await copySchema(postgres, schema, copy);
    await postgres.query(`
      UPDATE ${schema}.route SET amount = 10002 WHERE id = 'rt_1';
      DELETE FROM ${schema}.route WHERE id = 'rt_2';
      INSERT INTO ${schema}.route VALUES ('rt_3', 1);
      INSERT INTO ${schema}.a_leg VALUES (2, 'rt_3');
    `);

    await restoreSchema(postgres, copy, schema);

    expect(await rowsOf('route')).to.deep.equal([
      { id: 'rt_1', amount: '10001' },
      { id: 'rt_2', amount: '7' },
    ]);
    expect(await rowsOf('a_leg')).to.deep.equal([{ id: 1, route: 'rt_1' }]);
  });

  it('shows one commit, whatever is written while it is taken', async () => {
    const copied = copySchema(postgres, schema, copy);
    for (let at = 10; at < 30; at += 1)
      await postgres.query(`
        INSERT INTO ${schema}.route VALUES ('rt_${at}', 1);
        INSERT INTO ${schema}.a_leg VALUES (${at}, 'rt_${at}');
      `);
    await copied;

    const [count] = await postgres.query<{ routes: string; legs: string }>(
      `SELECT (SELECT count(*) FROM ${copy}.route) AS routes, (SELECT count(*) FROM ${copy}.a_leg) AS legs`,
    );

    expect(Number(count?.routes)).to.equal(Number(count?.legs) + 1);
  });

  it('is taken once: a later one leaves it as it is', async () => {
    expect(await schemaExists(postgres, copy)).to.equal(false);
    await copySchema(postgres, schema, copy);
    await postgres.query(`UPDATE ${schema}.route SET amount = 0`);

    await copySchema(postgres, schema, copy);
    await restoreSchema(postgres, copy, schema);

    expect(await schemaExists(postgres, copy)).to.equal(true);
    expect((await rowsOf('route')).map(({ amount }) => amount)).to.deep.equal(['10001', '7']);
  });

  function rowsOf(table: string): Promise<readonly Record<string, unknown>[]> {
    return postgres.query(`SELECT * FROM ${schema}.${table} ORDER BY id`);
  }
});
