import { join } from 'node:path';
import { systemClock } from '@interline/adapters/clock';
import { systemEntropy } from '@interline/adapters/entropy';
import { openStoreOn, sqliteDialect, type Store } from '@interline/adapters/store';
import { announcingStore } from '@interline/core';
import { idempotency } from '@interline/core/idempotency';
import { giveOrder } from '@interline/core/operations';
import type { Log } from '@interline/ports';
import { rejection } from './store-rejection.ts';
import { permit, route } from './store-samples.ts';
import { switchOn } from './store-contract-operators.ts';
import { temporaryFolder } from './store-temporary-folder.ts';
import Database from 'better-sqlite3';
import { expect } from 'chai';

const silent: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silent,
};

describe('a COMMIT that the disk fails', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let store: Store;
  let breakCommit: (code: string, isRecorded: boolean) => void;
  beforeEach(async () => {
    folder = temporaryFolder();
    const dialect = sqliteDialect(join(folder.path, 'journal.db'));
    const { writer } = dialect;
    if (writer.type !== 'better-sqlite3') throw new Error('this test is about SQLite');
    store = await openStoreOn(
      {
        ...dialect,
        writer: {
          ...writer,
          prepareDatabase: async (opened: Database.Database) => {
            await writer.prepareDatabase?.(opened);
            breakCommit = breaking(opened);
          },
        },
      },
      { clock: { now: () => 0 } },
    );
  });
  afterEach(async () => {
    await store.close();
    folder.remove();
  });

  const accept = (id: string, nonce = 1n) =>
    store.run('accept-route', (tx) =>
      tx.transfers.insertRoute(route(id, { permit: permit(nonce) })),
    );

  for (const code of [
    'SQLITE_IOERR',
    'SQLITE_IOERR_FSYNC',
    'SQLITE_IOERR_WRITE',
    'SQLITE_IOERR_SHMSIZE',
    'SQLITE_NOMEM',
  ])
    for (const isRecorded of [true, false])
      it(`with ${code} was called certain, and its rows came back: its end is unknown, here ${isRecorded ? 'recorded' : 'not'}`, async () => {
        breakCommit(code, isRecorded);

        const error = await rejection(accept('rt_1'));
        await accept('rt_2', 2n);

        expect(error).to.deep.include({ code: 'STORE_DOWN', details: { recorded: 'unknown' } });
        expect(await store.reads.transfers.counts()).to.include({ routes: isRecorded ? 2 : 1 });
      });

  for (const code of ['SQLITE_FULL', 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT'])
    it(`with ${code} has certainly recorded nothing`, async () => {
      breakCommit(code, false);

      const error = await rejection(accept('rt_1'));

      expect(error).to.deep.include({ code: 'STORE_DOWN', details: {} });
      expect(await store.reads.transfers.route('rt_1')).to.equal(null);
    });

  it('in doubt refuses the same permit a second time if it was recorded', async () => {
    breakCommit('SQLITE_IOERR_FSYNC', true);

    const first = await rejection(accept('rt_1'));
    const again = await rejection(accept('rt_2'));

    expect([first, again].map(({ name }) => name)).to.deep.equal(['RelayError', 'PermitTaken']);
  });

  for (const { isRecorded, audited } of [
    { isRecorded: true, audited: ['done', null] },
    { isRecorded: false, audited: ['failed', 'STORE_DOWN'] },
  ] as const)
    it(`of an operator's order is not given again by its Idempotency-Key, ${isRecorded ? 'recorded' : 'or not'}, and the audit says what became of it`, async () => {
      let runs = 0;
      const { answerOnce } = idempotency.create({ store, clock: systemClock });
      const give = giveOrder(
        {
          store: announcingStore(store, systemClock),
          clock: systemClock,
          entropy: systemEntropy,
          log: silent,
        },
        {
          name: 'pause',
          targetOf: () => 'service',
          plan: async () => ({ before: {}, after: { state: 'paused' } }),
          perform: {
            in: 'one-unit',
            run: async (tx) => {
              runs += 1;
              breakCommit('SQLITE_IOERR_FSYNC', isRecorded);
              await tx.switches.putSwitch(switchOn('service'));
              return { result: null };
            },
          },
        },
      );
      const order = { input: null, by: 'alice', reason: 'a look', isDryRun: false };
      const once = () =>
        answerOnce({ name: 'n-1', bodyHash: 'b-1' }, async () =>
          JSON.stringify(await give(order, new AbortController().signal)),
        );

      const first = await rejection(once());
      const repeat = await rejection(once());
      const audit = await store.reads.operations.auditEntries(9);

      expect(first).to.deep.include({ code: 'STORE_DOWN', details: { recorded: 'unknown' } });
      expect(repeat).to.include({ code: 'IDEMPOTENCY_IN_FLIGHT' });
      expect(runs).to.equal(1);
      expect(audit.map(({ outcome, code }) => [outcome, code])).to.deep.equal([audited]);
      expect(await store.reads.switches.switches()).to.have.length(isRecorded ? 1 : 0);
    });
});

/** Has one COMMIT of the connection fail with the code, after or before it was recorded. */
function breaking(opened: Database.Database): (code: string, isRecorded: boolean) => void {
  let next: { readonly code: string; readonly isRecorded: boolean } | null = null;
  const prepare = opened.prepare.bind(opened);
  const prepareBreaking = (sql: string): Database.Statement => {
    const statement = prepare(sql);
    if (sql !== 'COMMIT') return statement;
    const commit = statement.run.bind(statement);
    statement.run = () => {
      if (next === null) return commit();
      const { code, isRecorded } = next;
      next = null;
      if (isRecorded) commit();
      throw new Database.SqliteError('the disk failed', code);
    };
    return statement;
  };
  Object.assign(opened, { prepare: prepareBreaking });
  return (code, isRecorded) => {
    next = { code, isRecorded };
  };
}
