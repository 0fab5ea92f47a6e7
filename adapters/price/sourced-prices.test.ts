import type { Price } from '@interline/kernel';
import { agreedPrice, type AgreementRule } from './sourced-prices.ts';
import { expect } from 'chai';
import fc from 'fast-check';

const nowMs = 1_800_000_000_000;
const rule: AgreementRule = { maxAgeMs: 60_000, maxSpreadBps: 200, minSources: 1 };

describe('the price sources agree on', () => {
  it('is the median of an odd number, and the mean of the middle two of an even one, rounded down', () => {
    expect(agreedPrice([usd(3_000_000n)], rule, nowMs)).to.deep.equal(usd(3_000_000n));
    expect(
      agreedPrice([usd(3_010_000n), usd(3_000_000n), usd(3_001_000n)], rule, nowMs),
    ).to.deep.equal(usd(3_001_000n));
    expect(agreedPrice([usd(3_000_000n), usd(3_000_003n)], rule, nowMs)).to.deep.equal(
      usd(3_000_001n),
    );
    expect(
      agreedPrice(
        [usd(3_000_009n), usd(3_000_000n), usd(3_000_004n), usd(3_000_001n)],
        rule,
        nowMs,
      ),
    ).to.deep.equal(usd(3_000_002n));
  });

  it('is as old as the oldest source', () => {
    expect(
      agreedPrice([usd(3_000_000n, 59_000), usd(3_000_000n, 1_000)], rule, nowMs),
    ).to.deep.equal(usd(3_000_000n, 59_000));
  });

  it('leaves out a stale source, to the millisecond, and one from the future', () => {
    expect(agreedPrice([usd(3_000_000n, 60_000)], rule, nowMs)).to.deep.equal(
      usd(3_000_000n, 60_000),
    );
    expect(agreedPrice([usd(3_000_000n, 60_001)], rule, nowMs)).to.equal(null);
    expect(agreedPrice([usd(3_000_000n, -60_001)], rule, nowMs)).to.equal(null);
    expect(
      agreedPrice([usd(9_000_000n, 60_001), null, usd(3_000_000n)], rule, nowMs),
    ).to.deep.equal(usd(3_000_000n));
  });

  it('is null when they are more than 2 % apart', () => {
    expect(agreedPrice([usd(100_000_000n), usd(102_000_000n)], rule, nowMs)).to.deep.equal(
      usd(101_000_000n),
    );
    expect(agreedPrice([usd(100_000_000n), usd(102_000_001n)], rule, nowMs)).to.equal(null);
    expect(
      agreedPrice([usd(100_000_000n), usd(101_000_000n), usd(102_000_001n)], rule, nowMs),
    ).to.equal(null);
  });

  it('is null when fewer are fresh than must agree', () => {
    const two = { ...rule, minSources: 2 };

    expect(agreedPrice([usd(3_000_000n), null], two, nowMs)).to.equal(null);
    expect(agreedPrice([usd(3_000_000n), usd(3_000_000n)], two, nowMs)).to.deep.equal(
      usd(3_000_000n),
    );
    expect(agreedPrice([], rule, nowMs)).to.equal(null);
  });

  it('is null if a source reports zero, a negative price, or more than anything costs', () => {
    expect(agreedPrice([usd(10n ** 15n)], rule, nowMs)).to.deep.equal(usd(10n ** 15n));
    for (const microUsd of [0n, -1n, 10n ** 15n + 1n, 10n ** 36n])
      expect(agreedPrice([usd(microUsd)], rule, nowMs), String(microUsd)).to.equal(null);
    expect(agreedPrice([usd(0n), usd(0n)], { ...rule, minSources: 2 }, nowMs)).to.equal(null);
  });

  it('is null if two of three are off by the same number of decimals', () => {
    expect(
      agreedPrice(
        [usd(3_000_000_000n), usd(3_000_000_000_000n), usd(3_000_000_000_000n)],
        rule,
        nowMs,
      ),
    ).to.equal(null);
  });

  it('never lies outside what the fresh ones say', () => {
    const price = fc.option(
      fc.record({
        microUsd: fc.bigInt({ min: 1n, max: 10n ** 12n }),
        asOfMs: fc.integer({ min: nowMs - 120_000, max: nowMs + 120_000 }),
      }),
    );
    const near = fc
      .bigInt({ min: 1_000_000n, max: 1_019_999n })
      .map((microUsd) => ({ microUsd, asOfMs: nowMs }));
    let agreed = 0;

    fc.assert(
      fc.property(fc.array(fc.oneof(price, near), { maxLength: 6 }), (prices) => {
        const found = agreedPrice(prices, rule, nowMs);
        if (found === null) return;
        agreed += 1;
        const fresh = prices
          .filter((one) => one !== null)
          .filter(({ asOfMs }) => Math.abs(nowMs - asOfMs) <= 60_000)
          .map(({ microUsd }) => microUsd);
        expect(
          fresh.some((one) => one <= found.microUsd) && fresh.some((one) => one >= found.microUsd),
        ).to.equal(true);
      }),
      { numRuns: 2_000 },
    );

    expect(agreed).to.be.above(100);
  });
});

function usd(microUsd: bigint, ageMs = 0): Price {
  return { microUsd, asOfMs: nowMs - ageMs };
}
