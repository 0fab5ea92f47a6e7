import type { RouteReceipt } from '@interline/client';
import { expect } from 'chai';
import type { KeptRoute, RoutesKept } from '../rest/kept-routes.ts';
import { ownRouteWith } from './status-by-transaction.ts';

const [kept, arrived, foreign] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(64)}`) as [
  string,
  string,
  string,
]; // CAST: one for each letter.

describe("a route of one's own that is asked for by a transaction", () => {
  it('is the one whose kept receipt has it, and no service is asked for any', async () => {
    for (const isPrivate of [false, true]) {
      const { asked, find } = bench();

      expect([await find(kept.toUpperCase().replace('0X', '0x'), isPrivate), asked]).to.deep.equal([
        'rt_2',
        [],
      ]);
    }
  });

  it('is looked for among those that are read again, but never in the private lane', async () => {
    const [open, sealed, none] = [bench(), bench(), bench()];

    expect(await open.find(arrived, false)).to.equal('rt_1');
    expect(open.asked).to.have.members(['rt_1', 'rt_2']);
    expect([await sealed.find(arrived, true), sealed.asked]).to.deep.equal([null, []]);
    expect(await none.find(foreign, false)).to.equal(null);
  });
});

/** Two routes that are still open by what is kept; a payout of the first has come since. */
function bench() {
  const asked: string[] = [];
  const status = async (id: string): Promise<RouteReceipt> => {
    asked.push(id);
    return receiptOf(id, id === 'rt_1' ? { destTx: arrived } : { srcTx: kept });
  };
  const routes: readonly KeptRoute[] = [
    { acceptedAtMs: 2, receipt: receiptOf('rt_1', {}) },
    { acceptedAtMs: 1, receipt: receiptOf('rt_2', { srcTx: kept }) },
  ];
  const keeper: RoutesKept = {
    keep: async () => undefined,
    ids: async () => routes.map(({ receipt }) => receipt.id),
    all: async () => routes,
  };
  const find = (hash: string, isPrivate: boolean): Promise<string | null> =>
    ownRouteWith({ status }, hash, keeper, { isPrivate });
  return { asked, find };
}

function receiptOf(id: string, change: Partial<RouteReceipt>): RouteReceipt {
  // CAST: what is read of it here.
  return {
    id,
    status: 'BRIDGING',
    srcTx: null,
    destTx: null,
    refundTx: null,
    ...change,
  } as RouteReceipt;
}
