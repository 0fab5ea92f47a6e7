import { expect } from 'chai';
import { endpoints } from '../endpoints.ts';

describe('the limits of the table', () => {
  it("are the spec's, and ours if it has none", () => {
    const stated: Readonly<Record<string, readonly [requests: number, perSec: number]>> = {
      'GET /api/status': [60, 60],
      'POST /api/route/quote': [40, 60],
      'GET /api/route/quote': [40, 60],
      'POST /api/route/compare': [30, 60],
      'GET /api/route/compare': [30, 60],
      'POST /api/intent/solve': [20, 60],
      'GET /api/intent/solve': [20, 60],
      'POST /api/route/execute': [8, 60],
      'POST /api/floatlane/execute': [8, 60],
      'POST /api/agent/do': [40, 60],
      'POST /api/route/preflight': [40, 60],
      'GET /api/routes/recent': [60, 60],
      'POST /api/route/batch': [30, 60],
      'POST /api/route/schedule': [30, 60],
      'POST /api/route/conditional': [30, 60],
      'POST /api/keys/create': [5, 3_600],
      'POST /api/hooks/register': [120, 60],
      'GET /api/route/status': [120, 60],
      'GET /api/route/chains': [120, 60],
      'GET /api/gasless/info': [120, 60],
      'GET /api/rails/scorecard': [120, 60],
      'GET /api/keys/usage': [120, 60],
      'GET /api/errors': [120, 60],
    };

    const found = Object.fromEntries(
      endpoints.flatMap(({ method, path, limit }) =>
        stated[`${method} ${path}`] === undefined
          ? []
          : [[`${method} ${path}`, limit === null ? null : [limit.requests, limit.perMs / 1_000]]],
      ),
    );

    expect(found).to.deep.equal(stated);
  });

  it('are on every row but the two that a supervisor polls', () => {
    expect(endpoints.filter(({ limit }) => limit === null).map(({ path }) => path)).to.deep.equal([
      '/healthz',
      '/readyz',
    ]);
  });

  const limits = endpoints.flatMap(({ path, limit }) => (limit === null ? [] : [{ path, limit }]));

  it('are one if rows share a name', () => {
    for (const [name, rows] of Map.groupBy(limits, ({ limit }) => limit.name))
      expect(new Set(rows.map(({ limit }) => JSON.stringify(limit))).size, name).to.equal(1);
  });

  it('are shared by all methods of a path, and by both ways to execute', () => {
    const names = (path: string): readonly string[] =>
      limits.filter((row) => row.path === path).map(({ limit }) => limit.name);

    for (const { path } of limits) expect(new Set(names(path)).size, path).to.equal(1);
    expect([
      names('/api/route/quote'),
      names('/api/route/execute'),
      names('/api/floatlane/execute'),
    ]).to.deep.equal([['quote', 'quote'], ['execute'], ['execute']]);
  });

  it('have names that need no quoting in a header', () => {
    for (const { path, limit } of endpoints)
      expect(limit?.name ?? 'none', path).to.match(/^[a-z][a-z-]*$/);
  });
});
