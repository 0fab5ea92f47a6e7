import { expect } from 'chai';
import { roundUpToTwoDigits } from './round-up-to-two-digits.ts';

describe('rounding up to two digits', () => {
  const cases: readonly (readonly [bigint, bigint])[] = [
    [0n, 0n],
    [1n, 1n],
    [9n, 9n],
    [99n, 99n],
    [100n, 100n],
    [101n, 110n],
    [110n, 110n],
    [991n, 1_000n],
    [1_234n, 1_300n],
    [1_300n, 1_300n],
    [1_301n, 1_400n],
    [9_901n, 10_000n],
    [123_456_789_012_345_678_901n, 130_000_000_000_000_000_000n],
  ];
  for (const [count, rounded] of cases)
    it(`makes ${rounded} of ${count}`, () => {
      expect(roundUpToTwoDigits(count)).to.equal(rounded);
    });
});
