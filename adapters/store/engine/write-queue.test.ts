import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { Log, LogFields } from '@interline/ports';
import { Catalog } from './catalog.ts';
import { commitUnknown, Conflict } from './store-down.ts';
import type { Execute } from './statement.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { WriteQueue } from './write-queue.ts';
import { expect } from 'chai';
import { DataSource } from 'typeorm';

describe('the write queue', () => {
  it('commits 32 waiting units at once and the 33rd after them', async () => {
    const { queue, said } = scripted();

    await Promise.all(Array.from({ length: 33 }, () => queue.run('unit', async () => undefined)));

    expect(said.filter((sql) => sql === 'SAVEPOINT unit_0')).to.have.length(33);
    expect(said.filter((sql) => sql === 'COMMIT')).to.have.length(2);
    expect(said.slice(-4)).to.deep.equal([
      'BEGIN IMMEDIATE',
      'SAVEPOINT unit_0',
      'RELEASE SAVEPOINT unit_0',
      'COMMIT',
    ]);
  });

  it('resolves no unit before the COMMIT', async () => {
    const { queue, said } = scripted();

    const at = await queue.run('unit', async () => undefined).then(() => said.at(-1));

    expect(at).to.equal('COMMIT');
  });

  it('rejects the whole group when the COMMIT fails, the unit that threw included, and serves the next', async () => {
    const { queue, said, failOnce } = scripted();
    failOnce('COMMIT');

    const endings = await Promise.allSettled([
      queue.run('fine', async () => 1),
      queue.run('throws', async () => {
        throw new Error("a neighbour's row was in the way");
      }),
    ]);
    const next = await queue.run('next', async () => 3);

    expect(
      endings.map((one) =>
        one.status === 'rejected' ? (one.reason as { code?: string }).code : 'kept',
      ),
    ).to.deep.equal(['STORE_DOWN', 'STORE_DOWN']);
    expect(said.slice(said.indexOf('COMMIT'))).to.include('ROLLBACK');
    expect(next).to.equal(3);
  });

  it('rejects the whole group when a savepoint fails', async () => {
    const { queue, failOnce } = scripted();
    failOnce('RELEASE SAVEPOINT unit_0');

    const endings = await Promise.allSettled([
      queue.run('first', async () => 1),
      queue.run('second', async () => 2),
    ]);

    expect(endings.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
  });

  it('runs each unit in the async context of its caller', async () => {
    const { queue } = scripted();
    const request = new AsyncLocalStorage<string>();

    const seen = await Promise.all(
      ['a', 'b'].map((id) =>
        request.run(id, () => queue.run('unit', async () => request.getStore())),
      ),
    );

    expect(seen).to.deep.equal(['a', 'b']);
  });

  it('calls a commit listener once for a group, and survives one that throws', async () => {
    const { queue } = scripted();
    let called = 0;
    const listener = () => {
      called += 1;
      throw new Error('a listener of ours is broken');
    };

    await Promise.all(
      [1, 2].map(() => queue.run('unit', async (scope) => scope.onCommit(listener))),
    );
    await nextTurn();

    expect(called).to.equal(1);
    expect(await queue.run('unit', async () => 'served')).to.equal('served');
  });

  it('refuses a unit when 20000 wait already, and serves those', async () => {
    const { queue } = scripted();
    const waiting = Promise.all(
      Array.from({ length: 20_000 }, () => queue.run('unit', async () => undefined)),
    );

    const refused = await queue
      .run('one-too-many', async () => undefined)
      .catch((error: unknown) => error);

    expect(refused).to.deep.include({
      code: 'STORE_DOWN',
      details: { unit: 'one-too-many', waiting: 20_000 },
    });
    expect(await waiting).to.have.length(20_000);
  });

  it('runs a group again alone after another process was faster, and reports only the last result', async () => {
    const { queue, said, conflictOnce } = scripted();
    conflictOnce('COMMIT');
    let runs = 0;

    const result = await queue.run('unit', async () => {
      runs += 1;
      return runs;
    });

    expect(result).to.equal(2);
    expect(said).to.deep.equal([
      'BEGIN IMMEDIATE',
      'SAVEPOINT unit_0',
      'RELEASE SAVEPOINT unit_0',
      'COMMIT',
      'ROLLBACK',
      'BEGIN ALONE',
      'SAVEPOINT unit_0',
      'RELEASE SAVEPOINT unit_0',
      'COMMIT',
    ]);
  });

  it('forgets what a lost try wanted to notify after its commit', async () => {
    const { queue, conflictOnce } = scripted();
    conflictOnce('COMMIT');
    const told: number[] = [];
    let runs = 0;

    await queue.run('unit', async (scope) => {
      const run = (runs += 1);
      scope.onCommit(() => told.push(run));
    });

    expect(told).to.deep.equal([2]);
  });

  it('reports the end of a COMMIT that was not answered as unknown, and does not run its units again', async () => {
    const { log, notes } = noting();
    const { queue, said, failOnce } = scripted(log);
    failOnce('COMMIT', commitUnknown(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })));
    let runs = 0;

    const error = await queue
      .run('unit', async () => {
        runs += 1;
      })
      .catch((reason: unknown) => reason);
    const next = await queue.run('next', async () => 'served');

    expect(error).to.deep.include({ code: 'STORE_DOWN', details: { recorded: 'unknown' } });
    expect([runs, next, said.filter((sql) => sql === 'COMMIT').length]).to.deep.equal([
      1,
      'served',
      2,
    ]);
    expect(notes).to.deep.equal([
      ['store-down', { units: 1, cause: 'ETIMEDOUT', recorded: 'unknown' }],
    ]);
  });

  it('rejects its callers before it logs why, so that the log cannot keep them waiting', async () => {
    const states: string[] = [];
    let unit: Promise<unknown> = Promise.resolve();
    const { log } = noting(() => states.push(inspect(unit)));
    const { queue, failOnce } = scripted(log);
    failOnce('COMMIT');

    unit = queue.run('unit', async () => undefined);
    await Promise.allSettled([unit]);

    expect(states).to.have.length(1);
    expect(states[0]).to.contain('<rejected>');
  });

  it('gives a group up that lost 20 times, as a failure of the store', async () => {
    const { queue, said, conflictOnce } = scripted();
    for (let tries = 0; tries < 20; tries += 1) conflictOnce('COMMIT');

    const error = await queue.run('unit', async () => undefined).catch((reason: unknown) => reason);
    const next = await queue.run('next', async () => 'served');

    expect(error).to.include({ code: 'STORE_DOWN' });
    expect(said.filter((sql) => sql === 'COMMIT')).to.have.length(21);
    expect(next).to.equal('served');
  });

  it("logs a failed group with the database's code, and a unit that took 250 ms", async () => {
    const { log, notes } = noting();
    const { queue, failOnce } = scripted(log);
    failOnce('COMMIT');

    await Promise.allSettled([queue.run('lost', async () => undefined)]);
    await queue.run(
      'waits-for-the-network',
      () => new Promise((resolve) => setTimeout(resolve, 251)),
    );

    expect(
      notes.map(([event, fields]) => [event, fields?.['cause'] ?? fields?.['unit']]),
    ).to.deep.equal([
      ['store-down', 'SQLITE_IOERR'],
      ['store-unit-slow', 'waits-for-the-network'],
    ]);
  });
});

/** Keeps the warnings and errors it is given. */
function noting(onNote: () => void = () => undefined): {
  log: Log;
  notes: [string, LogFields | undefined][];
} {
  const notes: [string, LogFields | undefined][] = [];
  const note = (event: string, fields?: LogFields): void => {
    notes.push([event, fields]);
    onNote();
  };
  const log: Log = {
    debug: () => undefined,
    info: () => undefined,
    warn: note,
    error: note,
    child: () => log,
  };
  return { log, notes };
}

interface ScriptedQueue {
  readonly queue: WriteQueue;
  readonly said: string[];
  readonly failOnce: (sql: string, error?: Error) => void;
  readonly conflictOnce: (sql: string) => void;
}

/** A queue on a database that only records the statements it gets. */
function scripted(log: Log | null = null): ScriptedQueue {
  const said: string[] = [];
  const failing: { readonly sql: string; readonly error: Error }[] = [];
  const execute: Execute = async (sql) => {
    said.push(sql);
    const at = failing.findIndex((one) => one.sql === sql);
    const [failed] = at < 0 ? [] : failing.splice(at, 1);
    if (failed !== undefined) throw failed.error;
    return { rows: [], affected: 0 };
  };
  const dialect = sqliteDialect(':memory:');
  const queue = new WriteQueue({
    open: () => ({ execute, release: async () => undefined }),
    begin: dialect.begin,
    beginAlone: 'BEGIN ALONE',
    catalog: new Catalog(new DataSource(dialect.writer)),
    log,
  });
  return {
    queue,
    said,
    failOnce: (
      sql,
      error = Object.assign(new Error('the disk is gone'), { code: 'SQLITE_IOERR' }),
    ) => failing.push({ sql, error }),
    conflictOnce: (sql) => failing.push({ sql, error: new Conflict('another process was faster') }),
  };
}
