import { expect } from 'chai';
import fc from 'fast-check';
import { asUnits, maxUint256 } from './amount.ts';
import { bps, effectiveBps, feeOf, standardFeeBps } from './fee.ts';

describe("the relayer's fee", () => {
  const rows: readonly (readonly [bigint, number, bigint])[] = [
    [0n, 8, 0n],
    [1n, 8, 1n],
    [1_249n, 8, 1n],
    [1_250n, 8, 1n],
    [1_251n, 8, 2n],
    [1_000_000n, 8, 800n],
    [1_000_001n, 8, 801n],
    [90_071_992_547_409_930_000n, 8, 72_057_594_037_927_944n],
    [90_071_992_547_409_930_001n, 8, 72_057_594_037_927_945n],
    [
      maxUint256,
      8,
      92_633_671_389_852_956_338_856_788_006_950_326_282_615_987_732_512_451_231_566_067_206_330_503_712n,
    ],
    [1_000_000n, 0, 0n],
    [1n, 1, 1n],
    [1n, 10_000, 1n],
    [maxUint256, 10_000, maxUint256],
  ];

  for (const [gross, rate, fee] of rows) {
    it(`on ${gross} at ${rate} bps is ${fee}`, () => {
      expect(feeOf(asUnits(gross), bps(rate))).to.equal(fee);
    });
  }

  it('is never short, and never a whole unit too high', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: maxUint256 }),
        fc.integer({ min: 0, max: 10_000 }),
        (gross, rate) => {
          const exact = gross * BigInt(rate);
          const charged = feeOf(asUnits(gross), bps(rate)) * 10_000n;

          expect(charged >= exact && charged - exact < 10_000n).to.equal(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('a rate in bps', () => {
  it('is a whole number from 0 to 10000', () => {
    expect(bps(0)).to.equal(0);
    expect(bps(10_000)).to.equal(10_000);
    expect(standardFeeBps).to.equal(8);
    for (const value of [-1, 10_001, 0.5, 8.0001, NaN, Infinity])
      expect(() => bps(value)).to.throw(RangeError, `${value} is not a rate in bps`);
  });

  it('that was effectively charged has two decimals, the rest cut off', () => {
    expect(effectiveBps(800n, 1_000_000n)).to.equal(8);
    expect(effectiveBps(801n, 1_000_001n)).to.equal(8);
    expect(effectiveBps(1n, 3n)).to.equal(3_333.33);
    expect(effectiveBps(2n, 3n)).to.equal(6_666.66);
    expect(effectiveBps(1n, 1_000_000n)).to.equal(0.01);
    expect(effectiveBps(1n, 1_000_001n)).to.equal(0);
    expect(effectiveBps(1n, 1n)).to.equal(10_000);
    expect(effectiveBps(1n, 0n)).to.equal(0);
  });
});
