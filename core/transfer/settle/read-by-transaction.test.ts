import { chainRef, RelayError } from '@interline/kernel';
import { expect } from 'chai';
import type { Route } from '../route.ts';
import { readByTransaction } from './read-by-transaction.ts';

const [base, arbitrum] = [chainRef('eip155:8453'), chainRef('eip155:42161')];

describe('a transaction, by its hash', () => {
  it('shows what it did for each route that it carried, and nothing of the other end', async () => {
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

  it('is unknown where it carried none', async () => {
    const error: unknown = await reading([])('0xaa').catch((thrown: unknown) => thrown);

    expect(error).to.be.instanceOf(RelayError).with.property('code', 'UNKNOWN_ROUTE');
  });
});

function reading(routes: readonly Route[]) {
  return readByTransaction({
    store: { reads: { transfers: { routesByTransaction: async () => routes } } },
  });
}

function routeOf(change: Partial<Route>): Route {
  const order = { from: { chain: base }, to: { chain: arbitrum } };
  // CAST: what is read of it here.
  return { id: 'rt_1', srcTx: null, destTx: null, refundTx: null, order, ...change } as Route;
}
