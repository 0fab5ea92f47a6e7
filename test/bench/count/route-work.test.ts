import { expect } from 'chai';
import { nameOf, routeWork } from './route-work.ts';
import { withCallers } from './tally.ts';

describe('the work of one route', () => {
  it('counts statements by the module that owns their table, the books and the units apart', () => {
    const work = routeWork(
      {
        statements: {
          'SELECT "id", "status" FROM route WHERE id = ?': 10,
          'UPDATE route SET "status" = ? WHERE id = ?': 4,
          'INSERT INTO book_entry ("id") VALUES (?) ': 6,
          'SELECT state FROM effect WHERE id = ?': 2,
          COMMIT: 4,
        },
        calls: { eth_call: 6, eth_blockNumber: 2 },
        posts: 4,
        conflicts: 0,
      },
      2,
    );

    expect(work).to.deep.equal({
      statements: 11,
      bookStatements: 3,
      unitStatements: 2,
      byModule: [
        { name: 'transfer', perRoute: 7 },
        { name: 'books', perRoute: 3 },
        { name: 'transactions', perRoute: 1 },
      ],
      byStatement: [
        { name: 'SELECT route WHERE id = ?', perRoute: 5 },
        { name: 'INSERT book_entry', perRoute: 3 },
        { name: 'UPDATE route WHERE id = ?', perRoute: 2 },
        { name: 'SELECT effect WHERE id = ?', perRoute: 1 },
      ],
      calls: 4,
      posts: 2,
      byMethod: [
        { name: 'eth_call', perRoute: 3 },
        { name: 'eth_blockNumber', perRoute: 1 },
      ],
    });
  });

  it('tells the uses of one statement apart by their caller outside the store', () => {
    const stack = [
      'Error',
      '    at stackNow (file:///srv/test/bench/count/count-when-told.ts:60:5)',
      '    at async Object.route (file:///srv/adapters/store/transfer/repository.ts:98:21)',
      '    at async readRoute (file:///srv/core/transfer/settle/read-route.ts:39:19)',
      '    at async respond (/srv/apps/http/route/endpoints.ts:31:9)',
    ].join('\n');

    const text = withCallers('SELECT "id" FROM route WHERE id = ?', stack);

    expect(nameOf(text)).to.deep.equal({
      module: 'transfer',
      name: 'SELECT route WHERE id = ? by read-route:39 < endpoints:31',
    });
  });

  it('names a statement without its columns, in one line', () => {
    expect(nameOf('SELECT "a",\n "b" FROM "job"\n  WHERE "due" <= ? ORDER BY "due"')).to.deep.equal(
      { module: 'jobs', name: 'SELECT job WHERE due <= ? ORDER BY due' },
    );
  });
});
