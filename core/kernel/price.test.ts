import { expect } from 'chai';
import fc from 'fast-check';
import { inDollars, type Price, unitsWorth, valueMicroUsd } from './price.ts';

describe('a price', () => {
  it('values units in millionths of a dollar, rounded down', () => {
    expect(valueMicroUsd(1_000_000n, 6, usd(1_000_000n))).to.equal(1_000_000n);
    expect(valueMicroUsd(1n, 6, usd(999_999n))).to.equal(0n);
    expect(valueMicroUsd(2n, 6, usd(999_999n))).to.equal(1n);
    expect(valueMicroUsd(1_000_000_000_000_000_000n, 18, usd(3_456_789_012n))).to.equal(
      3_456_789_012n,
    );
    expect(valueMicroUsd(999_999_999_999_999_999n, 18, usd(3_456_789_012n))).to.equal(
      3_456_789_011n,
    );
    expect(valueMicroUsd(5n, 0, usd(20n))).to.equal(100n);
    expect(valueMicroUsd(0n, 6, usd(1_000_000n))).to.equal(0n);
  });

  it('is in dollars and cents for people', () => {
    expect([0n, 7n, 50n, 400n, 123_456n].map(inDollars)).to.deep.equal([
      '0.00 USD',
      '0.07 USD',
      '0.50 USD',
      '4.00 USD',
      '1234.56 USD',
    ]);
  });

  it('gives the units worth a value, rounded up', () => {
    expect(unitsWorth(1_000_000n, 6, usd(1_000_000n))).to.equal(1_000_000n);
    expect(unitsWorth(1n, 6, usd(999_999n))).to.equal(2n);
    expect(unitsWorth(1n, 6, usd(1_000_000n))).to.equal(1n);
    expect(unitsWorth(10_000n, 18, usd(3_456_789_012n))).to.equal(2_892_858_072_994n);
    expect(unitsWorth(100n, 0, usd(33n))).to.equal(4n);
    expect(unitsWorth(0n, 6, usd(1_000_000n))).to.equal(0n);
  });

  it('gives the fewest units that are worth a value', () => {
    const cases = [
      fc.bigInt({ min: 1n, max: 10n ** 15n }),
      fc.integer({ min: 0, max: 24 }),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
    ] as const;

    fc.assert(
      fc.property(...cases, (microUsd, decimals, rate) => {
        const units = unitsWorth(microUsd, decimals, usd(rate));

        expect(valueMicroUsd(units, decimals, usd(rate)) >= microUsd).to.equal(true);
        expect(valueMicroUsd(units - 1n, decimals, usd(rate)) < microUsd).to.equal(true);
      }),
      { numRuns: 200 },
    );
  });
});

function usd(microUsd: bigint): Price {
  return { microUsd, asOfMs: 1_800_000_000_000 };
}
