import type { Client } from '@interline/client';
import { expect } from 'chai';
import { readTokenAmounts } from './token-amounts.ts';

const usdc = { chainId: 8453, address: '0xAb', symbol: 'USDC', decimals: 6, eip2612: true };
const info = {
  acceptedTokens: [usdc],
  gaslessChains: { 8453: { name: 'Base', nativeSymbol: 'ETH', tokens: ['USDC'] } },
};
// CAST: the one answer that is read.
const client = { call: async () => info } as unknown as Pick<Client, 'call'>;

describe('an amount on the command line', () => {
  it('is in tokens with the symbol, by address in any case or by symbol, below zero too', async () => {
    const { of, coin } = await readTokenAmounts(client);

    expect([
      of('4996000', 8453, '0xaB'),
      of('-1', '8453', 'usdc'),
      of('1000000000000000000', 8453, 'native'),
      coin('1', 1),
    ]).to.deep.equal(['4.996 USDC', '-0.000001 USDC', '1 ETH', '0.000000000000000001 coin']);
  });

  it("is in a chain's own coin beyond the EVM ones, never in eighteen decimals", async () => {
    const { of, coin } = await readTokenAmounts(client);

    expect([
      coin('1000062941', 'bitcoin'),
      of('-308', 'bitcoin', 'native'),
      coin('99999999800', 'stellar'),
      of('42107790', 'stellar', `USDC:G${'A'.repeat(55)}`),
    ]).to.deep.equal(['10.00062941 BTC', '-0.00000308 BTC', '9999.99998 XLM', '4.210779 USDC']);
  });

  it('is shown next to its chain, named and numbered, or only numbered', async () => {
    const { chain } = await readTokenAmounts(client);

    expect([chain(8453), chain('1'), chain('stellar')]).to.deep.equal([
      'Base (8453)',
      '1',
      'stellar',
    ]);
  });

  it('is shown in smallest units, and labelled so, if the token is not listed or the service does not answer', async () => {
    const silent = { call: () => Promise.reject(new Error('down')) };

    const listed = await readTokenAmounts(client);
    const unread = await readTokenAmounts(silent);

    expect([listed.of('5', 8453, '0xcd'), unread.of('5', 8453, '0xab')]).to.deep.equal([
      '5 smallest units of 0xcd',
      '5 smallest units of 0xab',
    ]);
  });
});
