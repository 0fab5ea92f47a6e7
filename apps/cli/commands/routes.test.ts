import type { RouteReceipt } from '@interline/client';
import { expect } from 'chai';
import { stripVTControlCharacters } from 'node:util';
import { rowOf } from './routes.ts';

const side = { chain: 8453, token: '0xgone', symbol: 'USDC', decimals: 6 };

describe('a route of a devnet that is gone', () => {
  it('still shows its amounts in tokens, by what its own receipt says of them', () => {
    const row = (change: object) =>
      rowOf(
        {
          acceptedAtMs: 1_795_814_000_000,
          asOf: 'unknown',
          // CAST: a receipt, as far as the line shows it.
          receipt: {
            id: 'rt_1',
            status: 'DONE',
            from: { ...side, amount: '2000000' },
            to: { ...side, chain: 42161, estimated: '1998800', delivered: '1998800' },
            ...change,
          } as unknown as RouteReceipt,
        },
        new Map([['42161', 'Arbitrum One']]),
      )
        .map(stripVTControlCharacters)
        .slice(2);

    expect([row({}), row({ status: 'FAILED', refunded: '1500000' })]).to.deep.equal([
      ['unknown there', '2 USDC on 8453', '1.9988 USDC on Arbitrum One (42161)'],
      ['unknown there', '2 USDC on 8453', '1.5 USDC came back'],
    ]);
  });
});
