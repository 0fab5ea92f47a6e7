import { expect } from 'chai';
import { exactAmount } from './exact-amount.ts';

describe('an amount that must be right to the last unit', () => {
  it('is in whole tokens and in the smallest units, in the terms of the chain', () => {
    expect([
      exactAmount('50000', 'bitcoin', { decimals: 8, symbol: 'BTC' }),
      exactAmount(1n, 'bitcoin', { decimals: 8, symbol: 'BTC' }),
      exactAmount('49960001', 'stellar', { decimals: 7, symbol: 'USDC' }),
      exactAmount(4_996_000n, 42161, { decimals: 6, symbol: 'USDC' }),
    ]).to.deep.equal([
      '0.0005 BTC (50000 satoshis)',
      '0.00000001 BTC (1 satoshi)',
      '4.9960001 USDC (49960001 stroops)',
      '4.996 USDC (4996000 units)',
    ]);
  });
});
