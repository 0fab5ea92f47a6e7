import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { DataSource } from 'typeorm';
import { sqliteDialect } from '../sqlite-dialect.ts';

describe('the migrations', () => {
  let folder: string;
  let source: DataSource;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'interline-migrations-'));
    source = await new DataSource(sqliteDialect(join(folder, 'journal.db')).writer).initialize();
  });
  afterEach(async () => {
    await source.destroy();
    rmSync(folder, { recursive: true });
  });

  const pendingChanges = async () =>
    (await source.driver.createSchemaBuilder().log()).upQueries.map(({ query }) => query);
  const objects = async () =>
    (
      await source.query<{ sql: string }[]>(
        `SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name <> 'migrations' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
      )
    ).map(({ sql }) => sql);

  const lastMigration = async () =>
    (
      await source.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY id DESC LIMIT 1')
    )[0]?.name;

  it('make exactly what the entities describe', async () => {
    const before = await pendingChanges();
    await source.runMigrations();

    expect(before).to.have.length.above(13);
    expect(await pendingChanges()).to.deep.equal([]);
  });

  it('go up, down to nothing, and up again to the same', async () => {
    await source.runMigrations();
    const first = await objects();
    for (const _migration of source.migrations) await source.undoLastMigration();
    const none = await objects();
    await source.runMigrations();

    expect(first).to.have.length.above(13);
    expect(none).to.deep.equal([]);
    expect(await objects()).to.deep.equal(first);
  });

  it('leave a database alone that has all of them', async () => {
    await source.runMigrations();

    expect(await source.runMigrations()).to.deep.equal([]);
  });

  it('give what waits for a multicall already the first turn, in the line of its route', async () => {
    await source.runMigrations();
    while ((await lastMigration()) !== 'ClosedUnmatched1763600000027')
      await source.undoLastMigration();
    for (const [id, route, purpose, nonce] of [
      ['ef_1', 'rt_1', 'pull', -1],
      ['ef_2', 'rt_1', 'call', -1],
      ['ef_3', 'rt_2', 'pull', -1],
      ['ef_4', 'rt_3', 'pull', 5],
    ])
      await source.query(
        `INSERT INTO effect (id, route_id, step, purpose, chain, role, account, nonce, state, is_final, created_at_ms, batch)
         VALUES ('${id}', '${route}', 0, '${purpose}', 'c', 'spender', 'a', ${nonce}, 'open', FALSE, 1, '{}')`,
      );

    await source.runMigrations();

    expect(
      await source.query('SELECT id, line, line_payer, turn FROM effect ORDER BY id'),
    ).to.deep.equal([
      { id: 'ef_1', line: 'calls', line_payer: 'rt_1', turn: 1 },
      { id: 'ef_2', line: 'calls', line_payer: 'rt_1', turn: 1 },
      { id: 'ef_3', line: 'moves', line_payer: 'rt_2', turn: 1 },
      { id: 'ef_4', line: null, line_payer: null, turn: null },
    ]);
  });

  it('count the pulls that were under way already by their clients, and allowances by their pull', async () => {
    await source.runMigrations();
    while ((await lastMigration()) !== 'FairTurns1763600000028') await source.undoLastMigration();
    for (const [id, client, permit] of [
      ['rt_1', 'c_1', '{"owner":"p_1"}'],
      ['rt_2', 'c_2', '{"owner":"p_2","ownerHasCode":true}'],
    ]) {
      const required = await source.query<{ name: string; type: string }[]>(
        `SELECT name, type FROM pragma_table_info('route')
         WHERE "notnull" = 1 AND dflt_value IS NULL AND name NOT IN ('id', 'client')`,
      );
      await source.query(
        `INSERT INTO route (id, client, permit, ${required.map(({ name }) => name).join(', ')})
         VALUES ('${id}', '${client}', '${permit}', ${required.map(({ type }) => (type.startsWith('varchar') || type === 'text' ? `'x'` : '0')).join(', ')})`,
      );
    }
    for (const [id, route, nonce, purpose, key] of [
      ['ef_1', 'rt_1', 1, 'allowance', 'NULL'],
      ['ef_2', 'rt_1', 2, 'pull', `'c/t/p_1'`],
      ['ef_3', 'rt_2', 3, 'pull', `'c/t/p_2'`],
      ['ef_4', 'rt_2', 4, 'payout', 'NULL'],
    ])
      await source.query(
        `INSERT INTO effect (id, route_id, step, purpose, chain, role, account, nonce, state, is_final, created_at_ms, pull_key)
         VALUES ('${id}', '${route}', 0, '${purpose}', 'c', 'spender', 'a', ${nonce}, 'open', FALSE, 1, ${key})`,
      );

    await source.runMigrations();

    expect(
      await source.query('SELECT id, pull_key, pull_client, pull_of_code FROM effect ORDER BY id'),
    ).to.deep.equal([
      { id: 'ef_1', pull_key: 'c/t/p_1', pull_client: 'c_1', pull_of_code: 0 },
      { id: 'ef_2', pull_key: 'c/t/p_1', pull_client: 'c_1', pull_of_code: 0 },
      { id: 'ef_3', pull_key: 'c/t/p_2', pull_client: 'c_2', pull_of_code: 1 },
      { id: 'ef_4', pull_key: null, pull_client: null, pull_of_code: null },
    ]);
  });

  it('put webhooks that wait for their first try in the line of the client that began their route', async () => {
    await source.runMigrations();
    while ((await lastMigration()) !== 'PaidRecipients1763600000070')
      await source.undoLastMigration();
    const required = await source.query<{ name: string; type: string }[]>(
      `SELECT name, type FROM pragma_table_info('route')
       WHERE "notnull" = 1 AND dflt_value IS NULL AND name NOT IN ('id', 'client')`,
    );
    await source.query(
      `INSERT INTO route (id, client, ${required.map(({ name }) => name).join(', ')})
       VALUES ('rt_1', 'c_1', ${required.map(({ type }) => (type.startsWith('varchar') || type === 'text' ? `'x'` : '0')).join(', ')})`,
    );
    for (const [id, routeId, host, state, tries] of [
      ['1', 'rt_1', 'a.example', 'waiting', 0],
      ['2', 'rt_archived', 'b.example', 'waiting', 1],
      ['3', '0xaccount', 'c.example', 'delivered', 0],
    ]) {
      await source.query(
        `INSERT INTO hook (id, route_id, url, host, created_at_ms) VALUES ('h${id}', '${routeId}', 'u', '${host}', 1)`,
      );
      await source.query(
        `INSERT INTO hook_delivery (id, hook_id, event_id, state, tries, old_tries, due_at_ms, created_at_ms)
         VALUES ('d${id}', 'h${id}', 'e', '${state}', ${tries}, 0, 1, 1)`,
      );
    }

    await source.runMigrations();

    expect(
      await source.query('SELECT id, owner, host, line FROM hook_delivery ORDER BY id'),
    ).to.deep.equal([
      { id: 'd1', owner: 'c_1', host: 'a.example', line: 0 },
      { id: 'd2', owner: 'rt_archived', host: 'b.example', line: null },
      { id: 'd3', owner: '0xaccount', host: 'c.example', line: null },
    ]);
    expect(await source.query('SELECT owner FROM hook ORDER BY id')).to.deep.equal([
      { owner: 'c_1' },
      { owner: 'rt_archived' },
      { owner: '0xaccount' },
    ]);
  });

  it('have the nonces of payments that were made before at their tokens', async () => {
    await source.runMigrations();
    while ((await lastMigration()) !== 'Mandates1763600000066') await source.undoLastMigration();
    const required = await source.query<{ name: string; type: string }[]>(
      `SELECT name, type FROM pragma_table_info('settlement') WHERE "notnull" = 1 AND name <> 'token'`,
    );
    await source.query(
      `INSERT INTO settlement (token, ${required.map(({ name }) => name).join(', ')})
       VALUES ('0x66', ${required.map(({ type }) => (type.startsWith('varchar') ? `'x'` : '0')).join(', ')})`,
    );

    await source.runMigrations();

    expect(await source.query('SELECT token, nonces_at FROM settlement')).to.deep.equal([
      { token: '0x66', nonces_at: '0x66' },
    ]);
  });

  it('sum up the volume of entries that were folded before, and leave the rest to the next fold', async () => {
    await source.runMigrations();
    while ((await lastMigration()) !== 'Accounts1763600000057') await source.undoLastMigration();
    const day = Date.parse('2027-01-15T08:00:00Z');
    const given = (units: string, other = 'conversion') =>
      JSON.stringify([
        ['owed-to-payers', 'c', 't', '', units],
        [other, 'c', 't', '', `-${units}`],
      ]);
    for (const [id, kind, reverses, lines, atMs, isFolded] of [
      ['ef_1/payout/0/0', 'payout', null, given('5000000000000000000000'), day, true],
      ['rt_1/delivered/0/0', 'delivered', null, given('7'), day + 7_200_000, true],
      ['ef_2/payout/0/0/reversed', 'reversal', 'ef_2/payout/0/0', given('-2'), day, true],
      ['rt_2/found/0/0', 'found', null, given('30'), day + 86_400_000, true],
      ['rt_3/found/0/0', 'found', null, given('400', 'float'), day, true],
      ['ef_4/refund/0/0', 'refund', null, given('600', 'float'), day, true],
      ['ef_5/payout/0/0', 'payout', null, given('9000'), day, false],
    ] as const)
      await source.query(
        `INSERT INTO book_entry (id, kind, chain, engine, reverses, lines, at_ms, is_folded)
         VALUES ('${id}', '${kind}', 'c', 'it''s', ${reverses === null ? 'NULL' : `'${reverses}'`}, '${lines}', ${atMs}, ${isFolded})`,
      );

    await source.runMigrations();

    const at = { chain: 'c', token: 't', engine: `it's` };
    expect(await source.query('SELECT * FROM book_volume ORDER BY day')).to.deep.equal([
      { day: '2027-01-15', ...at, units: '5000000000000000000005' },
      { day: '2027-01-16', ...at, units: '30' },
    ]);
  });

  it('know when the tokens of mandates end that were registered before, by what they say', async () => {
    await source.runMigrations();
    while ((await lastMigration()) !== 'Mandates1763600000066') await source.undoLastMigration();
    await source.query(
      `INSERT INTO mandate (id, account, hash, token, terms, agent_key_id, user_key, evidence, ceiling, chain,
          state, reserved, spent, uses, seq, expires_at_ms, created_at_ms)
        VALUES ('mnd_1', 'a', 'h', 't', '{"constraints":[],"expiresSec":1900000000}', 'k', '{}', '{}', '{}', 'c',
          'active', 0, 0, 0, 0, 5000, 1000)`,
    );

    await source.runMigrations();

    expect(
      await source.query('SELECT id, ends_sec, expires_at_ms, expiry_told_at_ms FROM mandate'),
    ).to.deep.equal([
      { id: 'mnd_1', ends_sec: 1_900_000_000, expires_at_ms: 5_000, expiry_told_at_ms: null },
    ]);
  });

  it('go on counting the events of an account where they were, up and down again', async () => {
    await source.runMigrations();
    while ((await lastMigration()) !== 'Mandates1763600000066') await source.undoLastMigration();
    await source.query(
      "INSERT INTO known_account (id, seq, since_ms) VALUES ('0xa', 7, 1), ('0xb', 0, 2)",
    );
    const numbers = (sql: string): Promise<unknown> => source.query(sql);

    await source.runMigrations();
    const moved = await numbers('SELECT * FROM account_seq ORDER BY account');
    await source.query("UPDATE account_seq SET seq = 8 WHERE account = '0xa'");
    while ((await lastMigration()) !== 'Mandates1763600000066') await source.undoLastMigration();

    expect(moved).to.deep.equal([
      { account: '0xa', seq: 7 },
      { account: '0xb', seq: 0 },
    ]);
    expect(await numbers('SELECT id, seq FROM known_account ORDER BY id')).to.deep.equal([
      { id: '0xa', seq: 8 },
      { id: '0xb', seq: 0 },
    ]);
  });

  it('leave the connection with the settings that the store needs', async () => {
    await source.runMigrations();
    const pragma = async (name: string) =>
      Object.values((await source.query<Record<string, unknown>[]>(`PRAGMA ${name}`))[0] ?? {})[0];

    expect([
      await pragma('journal_mode'),
      await pragma('synchronous'),
      await pragma('foreign_keys'),
      await pragma('busy_timeout'),
    ]).to.deep.equal(['wal', 2, 1, 5_000]);
  });
});
