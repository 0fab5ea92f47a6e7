import { chainRef, RelayError } from '@interline/kernel';
import { expect } from 'chai';
import type { Route } from '../route.ts';
import { readByTransaction } from './read-by-transaction.ts';

const [base, arbitrum] = [chainRef('eip155:8453'), chainRef('eip155:42161')];

describe('a transaction that is looked up by its hash', () => {
  it("shows what it did for each route that it carried, and nothing of the route's other end", async () => {
    const read = reading([
      routeOf({ srcTx: '0xaa', destTx: '0xbb', status: 'DONE', stage: 'DELIVERED' }),
      routeOf({ srcTx: '0xcc', destTx: '0xaa', status: 'DONE', stage: 'DELIVERED' }),
      routeOf({ srcTx: '0xdd', refundTx: '0xaa', status: 'FAILED', stage: 'REFUNDED' }),
    ]);

    expect(await read('0xaa')).to.deep.equal([
      { as: 'source', chain: base, status: 'DONE', stage: 'DELIVERED' },
      { as: 'destination', chain: arbitrum, status: 'DONE', stage: 'DELIVERED' },
      { as: 'refund', chain: base, status: 'FAILED', stage: 'REFUNDED' },
    ]);
  });

  it('gives the same answer for every source until the full ten minutes after its end, and does not know a payout or refund before that', async () => {
    const carried = [
      routeOf({ srcTx: '0xaa', destTx: '0xbb', status: 'DONE', stage: 'DELIVERED' }),
      routeOf({ srcTx: '0xaa', destTx: '0xbb', status: 'BRIDGING', stage: 'SENDING' }),
      routeOf({ srcTx: '0xaa', refundTx: '0xbb', status: 'FAILED', stage: 'REFUNDED' }),
    ];
    const underWay = { as: 'source', chain: base, status: 'BRIDGING', stage: 'UNDER_WAY' };
    const before = reading(carried, { endedAtMs: 600_000, nowMs: 1_199_999 });
    const after = reading(carried, { endedAtMs: 1_199_999, nowMs: 1_200_000 });

    expect(await before('0xaa')).to.deep.equal([underWay, underWay, underWay]);
    expect(await refusalOf(before('0xbb'))).to.have.property('code', 'UNKNOWN_ROUTE');
    expect(await after('0xaa')).to.deep.equal([
      { as: 'source', chain: base, status: 'DONE', stage: 'DELIVERED' },
      underWay,
      { as: 'source', chain: base, status: 'FAILED', stage: 'REFUNDED' },
    ]);
    expect(await after('0xbb')).to.deep.equal([
      { as: 'destination', chain: arbitrum, status: 'DONE', stage: 'DELIVERED' },
      { as: 'refund', chain: base, status: 'FAILED', stage: 'REFUNDED' },
    ]);
  });

  it('becomes unknown together with everything that ended in one step, before the archive can take any of it', async () => {
    const days90 = 7_776_000_000;
    const carried = [
      routeOf({ srcTx: '0xaa', destTx: '0xbb', status: 'DONE', stage: 'DELIVERED' }),
    ];
    const at = (endedAtMs: number, nowMs: number): Promise<unknown> =>
      refusalOf(reading(carried, { endedAtMs, nowMs })('0xaa'));

    // The archive takes the first of them at 90 days and 1,200,000.
    for (const endedAtMs of [1_200_000, 1_799_999]) {
      expect(await at(endedAtMs, days90 + 599_999)).to.have.length(1);
      expect(await at(endedAtMs, days90 + 600_000)).to.have.property('code', 'UNKNOWN_ROUTE');
    }
  });

  it('is unknown if it carried no unarchived route', async () => {
    const error = await refusalOf(reading([])('0xaa'));

    expect(error).to.be.instanceOf(RelayError).with.property('code', 'UNKNOWN_ROUTE');
    expect(error)
      .to.have.property('message')
      .that.matches(
        /^no route that is open here or ended in the last 90 days has this transaction/,
      );
  });
});

function refusalOf(read: Promise<unknown>): Promise<unknown> {
  return read.catch((thrown: unknown) => thrown);
}

function reading(
  routes: readonly Route[],
  { endedAtMs, nowMs } = { endedAtMs: 0, nowMs: 600_000 },
) {
  const read = routes.map((route) => ({ ...route, updatedAtMs: endedAtMs }));
  return readByTransaction({
    store: { reads: { transfers: { routesByTransaction: async () => read } } },
    clock: { now: () => nowMs },
    archiveAfterMs: 7_776_000_000,
  });
}

function routeOf(change: Partial<Route>): Route {
  const order = { from: { chain: base }, to: { chain: arbitrum } };
  // CAST: the fields that are read here.
  return { id: 'rt_1', srcTx: null, destTx: null, refundTx: null, order, ...change } as Route;
}
