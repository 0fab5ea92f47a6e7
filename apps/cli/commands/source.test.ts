import type { Client } from '@interline/client';
import { expect } from 'chai';
import { sourceToken } from './source.ts';

describe('what a transfer pays, as a person writes it', () => {
  const acceptedTokens = [
    { chainId: 8453, symbol: 'USDC', address: '0xa', decimals: 6 },
    { chainId: 10, symbol: 'USDC', address: '0xb', decimals: 6 },
  ];
  // CAST: all that is asked of it.
  const client = { call: () => Promise.resolve({ acceptedTokens }) } as unknown as Client;
  const said = (chain: string, token?: string) =>
    sourceToken(client, chain, token).then(
      ({ symbol }) => symbol,
      (error: Error) => error.message,
    );

  it('is dollars if the chain has them, else its coin', async () => {
    expect([await said('8453'), await said('bitcoin'), await said('stellar', 'XLM')]).to.deep.equal(
      ['USDC', 'BTC', 'XLM'],
    );
  });

  it('names the chains with names next to those with numbers, if it is on neither', async () => {
    expect(await said('btc')).to.equal(
      'the service accepts nothing on chain "btc"; wanted a chain id, one of 8453, 10, or a name: bitcoin, solana, stellar, tron, sui',
    );
  });
});
