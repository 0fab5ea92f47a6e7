import { expect } from 'chai';
import type { Route, TransferReads } from '../transfer/index.ts';
import { findRoutes } from './find-routes.ts';

const id = `rt_${'0a'.repeat(16)}`;

describe("the operator's routes", () => {
  it('are the open ones, oldest first, without a search', async () => {
    const found = await reading()(null, 2);

    expect(found.routes.map((one) => one.id)).to.deep.equal(['old', 'new']);
    expect(found.count).to.equal(7);
  });

  it("are found by an id, a hash in upper or lower case, or an address in its chain's spelling", async () => {
    const asked: string[] = [];
    const find = reading(asked);
    const address = `0x${'AB'.repeat(20)}`;
    for (const search of [id, `rt_${'00'.repeat(16)}`, `0x${'CD'.repeat(32)}`, address, 'bc1qXy'])
      await find(search, 5);

    expect(asked).to.deep.equal([
      `route ${id}`,
      `route rt_${'00'.repeat(16)}`,
      `hash 0x${'cd'.repeat(32)}`,
      `address ${address.toLowerCase()}`,
      'address bc1qXy',
    ]);
    expect((await find(id, 5)).count).to.equal(1);
    expect(await find(`rt_${'00'.repeat(16)}`, 5)).to.deep.equal({ routes: [], count: 0 });
  });
});

function reading(asked: string[] = []) {
  const some = (name: string, createdAtMs = 0): Route => ({ id: name, createdAtMs }) as Route; // CAST: all that is read.
  const transfers: Pick<
    TransferReads,
    'route' | 'routesByTransaction' | 'routesOfAddress' | 'waitingRoutes'
  > = {
    async route(of) {
      asked.push(`route ${of}`);
      return of === id ? some(id) : null;
    },
    async routesByTransaction(hash) {
      asked.push(`hash ${hash}`);
      return [];
    },
    async routesOfAddress(address) {
      asked.push(`address ${address}`);
      return [];
    },
    waitingRoutes: async () => ({ routes: [some('new', 2), some('old', 1)], count: 7 }),
  };
  return findRoutes({ store: { reads: { transfers } } });
}
