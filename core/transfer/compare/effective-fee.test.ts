import { asAmount, asUnits, evmChain, type FirmQuote, type TokenRef } from '@interline/kernel';
import { dividedUp, effectiveFee, effectiveFeePct } from './guard.ts';
import { expect } from 'chai';

const base = evmChain(8453);
const usdc: TokenRef = { chain: base, address: '0xa', symbol: 'USDC', decimals: 6, asset: 'USD' };
const usdcOf18: TokenRef = { ...usdc, chain: evmChain(56), address: '0xb', decimals: 18 };
const eth: TokenRef = {
  chain: evmChain(42161),
  address: 'native',
  symbol: 'ETH',
  decimals: 18,
  asset: 'ETH',
};
const noPrices = { from: null, to: null };
const prices = {
  from: { microUsd: 1_000_000n, asOfMs: 0 },
  to: { microUsd: 3_000_000_000n, asOfMs: 0 },
};

describe('the effective fee', () => {
  it('of one asset is what is missing, unit for unit', () => {
    const fee = effectiveFee({ from: usdc, to: usdc }, quote(25_000_000n, 24_980_000n), noPrices);

    expect([effectiveFeePct(fee), fee.basis]).to.deep.equal([0.08, 'units']);
  });

  it('of one asset looks through different decimals, and at no price', () => {
    const fee = effectiveFee(
      { from: usdc, to: usdcOf18 },
      quote(25_000_000n, 24_980_000_000_000_000_000n),
      prices,
    );

    expect([effectiveFeePct(fee), fee.basis]).to.deep.equal([0.08, 'units']);
  });

  it('of two assets is what is missing of the value paid', () => {
    const fee = effectiveFee(
      { from: usdc, to: eth },
      quote(3_000_000_000n, 985_000_000_000_000_000n),
      prices,
    );

    expect([effectiveFeePct(fee), fee.basis]).to.deep.equal([1.5, 'prices']);
  });

  it('of two assets is our own charge where a price is missing or nothing', () => {
    const charged = quote(25_000_000n, 1n, 20_000n);

    for (const known of [
      noPrices,
      { ...prices, to: null },
      { ...prices, from: null },
      { ...prices, from: { microUsd: 0n, asOfMs: 0 } },
    ]) {
      expect(effectiveFee({ from: usdc, to: eth }, charged, known)).to.deep.equal({
        lost: 20_000n,
        of: 25_000_000n,
        basis: 'charge',
      });
    }
  });

  it('is below zero where the recipient nets more than par', () => {
    expect(
      effectiveFeePct(
        effectiveFee({ from: usdc, to: usdc }, quote(1_000_000n, 1_010_000n), noPrices),
      ),
    ).to.equal(-1);
  });

  it('is shown in hundredths of a percent, rounded so that it never flatters', () => {
    const shown = (output: bigint): number =>
      effectiveFeePct(effectiveFee({ from: usdc, to: usdc }, quote(1_000_000n, output), noPrices));

    expect([
      shown(1_000_000n),
      shown(999_999n),
      shown(999_900n),
      shown(999_899n),
      shown(1_000_199n),
      shown(0n),
    ]).to.deep.equal([0, 0.01, 0.01, 0.02, -0.01, 100]);
  });
});

describe('division that rounds up', () => {
  it('does so on both sides of zero', () => {
    expect([
      dividedUp(10n, 5n),
      dividedUp(11n, 5n),
      dividedUp(-11n, 5n),
      dividedUp(0n, 5n),
    ]).to.deep.equal([2n, 3n, -2n, 0n]);
  });
});

function quote(input: bigint, output: bigint, fee = 0n): FirmQuote {
  return {
    kind: 'firm',
    rail: 'lifi',
    bridge: 'across',
    via: ['across'],
    input: asAmount(input),
    output: asUnits(output),
    minOutput: asUnits(output),
    fee: asUnits(fee),
    durationSec: 15,
    expiresAtMs: 0,
    memo: {},
  };
}
