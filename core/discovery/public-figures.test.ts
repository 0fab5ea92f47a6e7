import { expect } from 'chai';
import { ageSteps, publicAge, publicSize, sizeSteps } from './recent-routes.ts';

const usdc = { decimals: 6 };

describe('the coarse scales', () => {
  it('size an amount by tokens, both sides of each bound', () => {
    const sizes = [
      1n,
      9_999n,
      10_000n,
      999_999n,
      1_000_000n,
      9_999_999n,
      10_000_000n,
      99_999_999n,
      100_000_000n,
      999_999_999n,
      1_000_000_000n,
      9_999_999_999n,
      10_000_000_000n,
      2n ** 255n,
    ];

    expect(sizes.map((units) => publicSize(units, usdc))).to.deep.equal([
      'under a hundredth of a token',
      'under a hundredth of a token',
      'a fraction of a token',
      'a fraction of a token',
      'a few tokens',
      'a few tokens',
      'tens of tokens',
      'tens of tokens',
      'hundreds of tokens',
      'hundreds of tokens',
      'thousands of tokens',
      'thousands of tokens',
      'ten thousand tokens or more',
      'ten thousand tokens or more',
    ]);
  });

  it('size one whole token the same at any number of decimals', () => {
    expect(
      [0, 6, 8, 18, 36].map((decimals) => publicSize(10n ** BigInt(decimals), { decimals })),
    ).to.deep.equal(Array(5).fill('a few tokens'));
  });

  it('tell an age, both sides of each bound, and none below zero', () => {
    const ages = [
      -5, 0, 59_999, 60_000, 599_999, 600_000, 3_599_999, 3_600_000, 86_399_999, 86_400_000,
      604_799_999, 604_800_000,
    ];

    expect(ages.map(publicAge)).to.deep.equal([
      'within the last minute',
      'within the last minute',
      'within the last minute',
      'within the last ten minutes',
      'within the last ten minutes',
      'within the last hour',
      'within the last hour',
      'within the last day',
      'within the last day',
      'within the last week',
      'within the last week',
      'more than a week ago',
    ]);
  });

  it('have no digit in their words, and rise to an open end', () => {
    for (const steps of [sizeSteps, ageSteps]) {
      const bounds = steps.slice(0, -1).map(({ below }) => below ?? 0n);
      expect(steps.filter(({ words }) => /\d/.test(words))).to.deep.equal([]);
      expect(bounds).to.deep.equal([...bounds].sort((a, b) => (a < b ? -1 : 1)));
      expect(steps.findIndex(({ below }) => below === null)).to.equal(steps.length - 1);
    }
  });
});
