import type { Reads } from '@interline/core';
import { expect } from 'chai';
import { globSync, readFileSync } from 'node:fs';
import type { Db } from './engine/db.ts';
import type { Replica } from './engine/replica.ts';
import { readsWith } from './replica-reads.ts';

/** Who asks them, in the core. Whoever adds a line here says that nothing is decided by the answer. */
const mayLag = {
  'transfers.recentRoutes': ['discovery/recent-routes.ts', 'posture/read-posture.ts'],
  'transfers.transferRecords': [
    'evidence/publish-report.ts',
    'transfer/compare/transfer-history.ts',
  ],
  'transfers.routeToShow': ['evidence/verify-receipt.ts', 'transfer/settle/read-route.ts'],
  'transactions.routesPaidAtOnce': ['posture/read-posture.ts'],
  'messages.coverRows': ['messaging/cover-rows.ts'],
};

describe('reads that may lag', () => {
  it('are these, and no other read ever reaches the replica', async () => {
    let asked = '';
    const reached = new Set<string>();
    const dbOf = (onUse: () => void): Db =>
      new Proxy({} as Db, {
        // CAST: whatever is asked of it is noted, and fails.
        get: () => () => {
          onUse();
          return Promise.reject(new Error('asked'));
        },
      });
    const replica: Pick<Replica, 'ask'> = { ask: (there, here) => there().catch(here) };
    const here = dbOf(() => undefined);
    // The live row is not there.
    const live = new Proxy(here, {
      get: (db, name, own) =>
        name === 'first' ? async () => null : (Reflect.get(db, name, own) as unknown),
    });
    const reads = readsWith(
      replica as Replica, // CAST: no more of it is used.
      dbOf(() => reached.add(asked)),
      live,
    );
    for (const [module, of] of Object.entries(reads) as [keyof Reads, object][])
      // CAST: by its type.
      for (const [name, read] of Object.entries(of) as [
        string,
        (...given: unknown[]) => unknown,
      ][]) {
        asked = `${module}.${name}`;
        // Whatever it makes of such arguments.
        await (async () => read([], {}, '', 0))().catch(() => undefined);
      }

    expect([...reached].sort()).to.deep.equal(Object.keys(mayLag).sort());
  });

  it('are asked by what shows something, and by nothing that moves money', () => {
    const core = new URL('../../core/', import.meta.url);
    const sources = globSync('**/*.ts', { cwd: core }).filter(
      (file) => !/\.test\.ts$|(^|\/)(testing|node_modules)\//.test(file),
    );
    for (const [read, askers] of Object.entries(mayLag)) {
      const name = read.split('.')[1] ?? '';
      const found = sources.filter((file) =>
        new RegExp(`(transfers|transactions|messages)\\.${name}\\(`).test(
          readFileSync(new URL(file, core), 'utf8'),
        ),
      );
      expect(found.sort(), read).to.deep.equal(askers);
    }
  });
});
