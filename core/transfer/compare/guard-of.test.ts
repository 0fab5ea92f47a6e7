import { asAmount, asUnits, bps, maxUint256 } from '@interline/kernel';
import type { RailRefusal } from '../route.ts';
import { type EffectiveFee, guardFeePct, guardOf } from './guard.ts';
import { expect } from 'chai';
import fc from 'fast-check';

const thresholdBps = bps(500);

describe('the guard', () => {
  it('lets an amount pass whose best way loses the threshold, and none that loses more', () => {
    expect(guardOf(facts(1_000_000n, lost(50_000n, 1_000_000n))).ok).to.equal(true);
    expect(guardOf(facts(1_000_000n, lost(50_001n, 1_000_000n))).ok).to.equal(false);
  });

  it('recommends the input at which a fixed cost would be just worth paying', () => {
    // 0.20 USDC lost of 10: 0.192 fixed beside 8 bps, and 0.192 is 4.92 % of 3.902439.
    expect(guardOf(facts(10_000_000n, lost(200_000n, 10_000_000n))).recommendedMinInput).to.equal(
      3_902_440n,
    );
    // 1 USDC lost of 10: 0.992 fixed, so 20.16261 would do.
    expect(guardOf(facts(10_000_000n, lost(1_000_000n, 10_000_000n))).recommendedMinInput).to.equal(
      20_162_602n,
    );
  });

  it('recommends one unit where no cost is fixed', () => {
    expect(guardOf(facts(25_000_000n, lost(20_000n, 25_000_000n))).recommendedMinInput).to.equal(
      1n,
    );
    expect(guardOf(facts(25_000_000n, lost(-1n, 25_000_000n))).recommendedMinInput).to.equal(1n);
  });

  it('recommends the least minimum that an engine named where none serves the amount', () => {
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

  it('goes by the best way as soon as there is one, whatever minimum another named: it may lose all at its own', () => {
    const refusals = [refusal('across', 1_300_000n)];

    expect(
      guardOf({ ...facts(1_000_000n, lost(900_000n, 1_000_000n)), refusals }).recommendedMinInput,
    ).to.equal(18_276_423n);
    expect(
      guardOf({ ...facts(1_000_000n, lost(10_000n, 1_000_000n)), refusals }).recommendedMinInput,
    ).to.equal(186_992n);
  });

  it('believes no minimum that the amount meets already', () => {
    expect(
      guardOf({
        ...facts(1_000_000n, null),
        refusals: [refusal('across', 1_000_000n), refusal('lifi', 0n)],
      }).recommendedMinInput,
    ).to.equal(1n);
  });

  it('recommends one unit where nothing is known', () => {
    expect(guardOf(facts(1_000_000n, null))).to.deep.equal({
      ok: false,
      fee: null,
      thresholdBps,
      recommendedMinInput: 1n,
    });
  });

  it('recommends no more than there can be', () => {
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

  it("shows the best way's fee, and zero without one", () => {
    expect(guardFeePct(guardOf(facts(1_000_000n, lost(50_001n, 1_000_000n))))).to.equal(5.01);
    expect(guardFeePct(guardOf(facts(1_000_000n, null)))).to.equal(0);
  });
});

function facts(amount: bigint, best: EffectiveFee | null) {
  return { amount: asAmount(amount), best, refusals: [], thresholdBps };
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
