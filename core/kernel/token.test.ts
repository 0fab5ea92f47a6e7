import { expect } from 'chai';
import fc from 'fast-check';
import { maxUint256 } from './amount.ts';
import { chainRef, evmChain } from './chain.ts';
import { isNative, inDecimals, inTokens, isPullable, rescale, tokenKey } from './token.ts';

const usdc = {
  chain: evmChain(8453),
  address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  symbol: 'USDC',
  decimals: 6,
  asset: 'USD',
};

describe('a token', () => {
  it("is a chain's own coin by its address alone", () => {
    expect(isNative(usdc)).to.equal(false);
    expect(isNative({ ...usdc, address: 'native' })).to.equal(true);
    expect(isNative({ ...usdc, symbol: 'native' })).to.equal(false);
  });

  it("can be pulled on an EVM chain, unless it is the chain's own coin", () => {
    expect(isPullable(usdc)).to.equal(true);
    expect(isPullable({ ...usdc, address: 'native' })).to.equal(false);
    expect(isPullable({ ...usdc, chain: chainRef('stellar:pubnet') })).to.equal(false);
  });

  it('goes by chain and address in maps and rows', () => {
    expect(tokenKey(usdc)).to.equal('eip155:8453/0x833589fcd6edb6e08f4c7c32d4f71b54bda02913');
  });
});

describe('units in other decimals', () => {
  it('are the same value, rounded down', () => {
    expect(rescale(1_000_001n, 6, 18)).to.equal(1_000_001_000_000_000_000n);
    expect(rescale(1_000_001n, 6, 6)).to.equal(1_000_001n);
    expect(rescale(999_999_999_999n, 18, 6)).to.equal(0n);
    expect(rescale(1_000_000_000_000n, 18, 6)).to.equal(1n);
    expect(rescale(1_999_999_999_999n, 18, 6)).to.equal(1n);
    expect(rescale(0n, 18, 6)).to.equal(0n);
  });

  it('come back whole from more decimals, and never as more from fewer', () => {
    const decimals = fc.integer({ min: 0, max: 24 });

    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: maxUint256 }), decimals, decimals, (units, a, b) => {
        const [fewer, more] = a < b ? [a, b] : [b, a];

        expect(rescale(rescale(units, fewer, more), more, fewer)).to.equal(units);
        expect(rescale(rescale(units, more, fewer), fewer, more) <= units).to.equal(true);
      }),
      { numRuns: 200 },
    );
  });
});

describe('units as a person writes them', () => {
  it('are whole tokens with the decimals that say something, below zero too', () => {
    expect(
      [12_500_000n, 1n, 0n, -500_000n, -1n, 10n ** 24n].map((units) => inTokens(units, usdc)),
    ).to.deep.equal([
      '12.5 USDC',
      '0.000001 USDC',
      '0 USDC',
      '-0.5 USDC',
      '-0.000001 USDC',
      '1000000000000000000 USDC',
    ]);
    expect(inDecimals(7n, 0)).to.equal('7');
  });
});
