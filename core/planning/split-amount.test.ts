import { expect } from 'chai';
import fc from 'fast-check';
import { splitAmount } from './split-amount.ts';

describe('a split amount', () => {
  it('goes by weight, what is left to the largest', () => {
    expect(splitAmount(100n, [1n, 1n, 1n])).to.deep.equal([34n, 33n, 33n]);
    expect(splitAmount(100n, [1n, 5n, 1n])).to.deep.equal([14n, 72n, 14n]);
    expect(splitAmount(7n, [0n, 0n])).to.deep.equal([7n, 0n]);
  });

  it('adds up to the whole exactly, and no share is off its proportion by more than the number of shares', () => {
    const weights = fc.array(fc.bigInt(0n, 2n ** 256n - 1n), { minLength: 1, maxLength: 10 });

    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 256n - 1n), weights, (whole, weighed) => {
        const shares = splitAmount(whole, weighed);
        const sum = weighed.reduce((total, weight) => total + weight, 0n);

        expect(shares.reduce((total, share) => total + share, 0n)).to.equal(whole);
        for (const [at, share] of shares.entries()) {
          const exact = sum === 0n ? share : (whole * (weighed[at] ?? 0n)) / sum;
          expect(share >= exact && share < exact + BigInt(shares.length)).to.equal(true);
        }
      }),
    );
  });
});
