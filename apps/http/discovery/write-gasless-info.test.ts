import { expect } from 'chai';
import { fakeHttpDeps } from '../testing/fake-http-deps.ts';
import { writeGaslessInfo } from './write-gasless-info.ts';

describe('the gasless terms on the wire', () => {
  it('have every field of the spec', () => {
    const account = '0x1000000000000000000000000000000000000ABc';
    const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';

    expect(writeGaslessInfo(fakeHttpDeps().useCases.discovery.gaslessTerms(null))).to.deep.equal({
      service: 'interline',
      router: account,
      svcRouter: account,
      tokenPaymaster: account,
      permit2,
      entryPoint: account,
      relayer: account,
      chainId: 8453,
      routes: ['direct', 'cheapest', 'fastest'],
      recommended: 'cheapest',
      gaslessChains: { 8453: { name: 'Base', nativeSymbol: 'ETH', tokens: ['USDC'] } },
      acceptedTokens: [
        {
          chainId: 8453,
          address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          symbol: 'USDC',
          decimals: 6,
          eip2612: true,
        },
      ],
      domain: { name: 'Permit2', chainId: 8453, verifyingContract: permit2 },
      note: 'tokenPaymaster is the zero address',
    });
  });
});
