import {
  asAmount,
  asUnits,
  bps,
  evmChain,
  type FirmQuote,
  maxUint256,
  type TokenRef,
} from '@interline/kernel';
import type { RailRefusal } from '../route.ts';
import {
  dividedUp,
  effectiveFee,
  type EffectiveFee,
  effectiveFeePct,
  guardFeePct,
  guardOf,
} from './guard.ts';
import { expect } from 'chai';
import fc from 'fast-check';

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
  it('of one asset is the missing part, unit for unit', () => {
    const fee = effectiveFee({ from: usdc, to: usdc }, quote(25_000_000n, 24_980_000n), noPrices);

    expect([effectiveFeePct(fee), fee.basis]).to.deep.equal([0.08, 'units']);
  });

  it('of one asset allows for different decimals, and needs no price', () => {
    const fee = effectiveFee(
      { from: usdc, to: usdcOf18 },
      quote(25_000_000n, 24_980_000_000_000_000_000n),
      prices,
    );

    expect([effectiveFeePct(fee), fee.basis]).to.deep.equal([0.08, 'units']);
  });

  it('of two assets is the missing part of the value paid', () => {
    const fee = effectiveFee(
      { from: usdc, to: eth },
      quote(3_000_000_000n, 985_000_000_000_000_000n),
      prices,
    );

    expect([effectiveFeePct(fee), fee.basis]).to.deep.equal([1.5, 'prices']);
  });

  it('of two assets is our own charge if a price is missing or zero', () => {
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

  it('is negative if the recipient nets more than par', () => {
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

const thresholdBps = bps(500);

describe('the guard', () => {
  it('lets an amount pass whose best offer loses the threshold, and none that loses more', () => {
    expect(guardOf(facts(1_000_000n, lost(50_000n, 1_000_000n))).ok).to.equal(true);
    expect(guardOf(facts(1_000_000n, lost(50_001n, 1_000_000n))).ok).to.equal(false);
  });

  it('recommends the input from which a fixed cost is worth paying', () => {
    // 0.20 USDC lost of 10: 0.192 fixed plus 8 bps, and 0.192 is 4.92 % of 3.902439.
    expect(guardOf(facts(10_000_000n, lost(200_000n, 10_000_000n))).recommendedMinInput).to.equal(
      3_902_440n,
    );
    // 1 USDC lost of 10: 0.992 fixed, so 20.16261 would do.
    expect(guardOf(facts(10_000_000n, lost(1_000_000n, 10_000_000n))).recommendedMinInput).to.equal(
      20_162_602n,
    );
  });

  it('recommends one unit if no cost is fixed', () => {
    expect(guardOf(facts(25_000_000n, lost(20_000n, 25_000_000n))).recommendedMinInput).to.equal(
      1n,
    );
    expect(guardOf(facts(25_000_000n, lost(-1n, 25_000_000n))).recommendedMinInput).to.equal(1n);
  });

  it("never recommends less than the best offer's engine would price", () => {
    const recommended = (bestLeast: bigint): bigint =>
      guardOf({
        ...facts(25_000_000n, lost(20_000n, 25_000_000n)),
        bestLeast: asUnits(bestLeast),
      }).recommendedMinInput;

    expect([recommended(10_000n), recommended(25_000_000n), recommended(0n)]).to.deep.equal([
      10_000n,
      25_000_000n,
      1n,
    ]);
  });

  it("ignores an engine's stated minimum if that engine prices a smaller amount", () => {
    expect(
      guardOf({
        ...facts(25_000_000n, lost(20_000n, 25_000_000n)),
        bestLeast: asUnits(25_000_001n),
      }).recommendedMinInput,
    ).to.equal(1n);
  });

  it('recommends the lowest minimum that an engine stated if none serves the amount', () => {
    const guard = guardOf({
      ...facts(1_000_000n, null),
      refusals: [refusal('across', 5_000_000n), refusal('lifi', 2_000_000n), refusal('relay')],
    });

    expect(guard).to.deep.equal({
      ok: false,
      fee: null,
      thresholdBps,
      recommendedMinInput: 2_000_000n,
    });
  });

  it("uses the best offer as soon as there is one, and ignores other engines' minimums, which may lose everything", () => {
    const refusals = [refusal('across', 1_300_000n)];

    expect(
      guardOf({ ...facts(1_000_000n, lost(900_000n, 1_000_000n)), refusals }).recommendedMinInput,
    ).to.equal(18_276_423n);
    expect(
      guardOf({ ...facts(1_000_000n, lost(10_000n, 1_000_000n)), refusals }).recommendedMinInput,
    ).to.equal(186_992n);
  });

  it('ignores a minimum that the amount already meets', () => {
    expect(
      guardOf({
        ...facts(1_000_000n, null),
        refusals: [refusal('across', 1_000_000n), refusal('lifi', 0n)],
      }).recommendedMinInput,
    ).to.equal(1n);
  });

  it('recommends one unit if nothing is known', () => {
    expect(guardOf(facts(1_000_000n, null))).to.deep.equal({
      ok: false,
      fee: null,
      thresholdBps,
      recommendedMinInput: 1n,
    });
  });

  it('recommends no more than the largest possible amount', () => {
    expect(guardOf(facts(maxUint256, lost(1n, 1n))).recommendedMinInput).to.equal(maxUint256);
  });

  it('never recommends more than an amount that passes, nor less than one that does not', () => {
    const amounts = fc.bigInt({ min: 1n, max: 10n ** 30n });

    fc.assert(
      fc.property(amounts, amounts, fc.bigInt({ min: 0n, max: 10n ** 30n }), (amount, of, loss) => {
        const { ok, recommendedMinInput } = guardOf(facts(amount, lost(loss, of)));

        expect(recommendedMinInput <= amount).to.equal(ok);
      }),
      { numRuns: 500 },
    );
  });

  it("shows the best offer's fee, and zero without one", () => {
    expect(guardFeePct(guardOf(facts(1_000_000n, lost(50_001n, 1_000_000n))))).to.equal(5.01);
    expect(guardFeePct(guardOf(facts(1_000_000n, null)))).to.equal(0);
  });
});

function facts(amount: bigint, best: EffectiveFee | null) {
  return { amount: asAmount(amount), best, bestLeast: asUnits(0n), refusals: [], thresholdBps };
}

function lost(units: bigint, of: bigint): EffectiveFee {
  return { lost: units, of, basis: 'units' };
}

function refusal(rail: string, minInput?: bigint): RailRefusal {
  return {
    rail,
    code: 'NO_ROUTE',
    reason: 'below its minimum',
    ...(minInput === undefined ? {} : { minInput: asUnits(minInput) }),
  };
}
