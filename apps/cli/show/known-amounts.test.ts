import { evmChain } from '@interline/kernel';
import { expect } from 'chai';
import { knownAmounts } from './known-amounts.ts';

describe("an amount of a deployment's own files", () => {
  const dai = {
    chain: evmChain(8453),
    address: '0xda',
    symbol: 'DAI',
    decimals: 18,
    asset: 'USD',
  } as const;

  it('is in the coin of its chain, or in a token of the config, each with its own decimals', async () => {
    const { of, coin } = await knownAmounts([dai], 'http://127.0.0.1:1');

    expect([
      coin('1000000000000000000', 137),
      coin('150000000', 'bitcoin'),
      of('15000000', 'stellar', 'native'),
      of('49960001', 'stellar', `USDC:G${'A'.repeat(55)}`),
      of('2500000000000000000', 8453, '0xda'),
      of('7', 8453, '0xff'),
    ]).to.deep.equal([
      '1 POL',
      '1.5 BTC',
      '1.5 XLM',
      '4.9960001 USDC',
      '2.5 DAI',
      '7 smallest units of 0xff',
    ]);
  });
});
