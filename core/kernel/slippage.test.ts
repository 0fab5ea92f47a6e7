import { expect } from 'chai';
import fc from 'fast-check';
import { maxUint256 } from './amount.ts';
import { RelayError } from './error.ts';
import { floorOf, type Ppm, readSlippage } from './slippage.ts';

describe('slippage', () => {
  const rows: readonly (readonly [number | undefined, number])[] = [
    [undefined, 5_000],
    [0, 0],
    [0.000_000_9, 0],
    [0.000_001, 1],
    [0.000_001_9, 1],
    [0.000_249, 249],
    [0.000_978, 978],
    [0.005, 5_000],
    [0.0123, 12_300],
    [0.29, 290_000],
    [0.5, 500_000],
  ];

  for (const [value, ppm] of rows) {
    it(`of ${value ?? 'a request without one'} is ${ppm} parts per million`, () => {
      expect(readSlippage(value)).to.equal(ppm);
    });
  }

  it('is refused below 0, above 0.5 and where it is not a number', () => {
    for (const value of [
      -0.1,
      -Number.MIN_VALUE,
      0.500_000_1,
      0.500_001,
      5,
      NaN,
      Infinity,
      -Infinity,
    ]) {
      expect(() => readSlippage(value))
        .to.throw(RelayError)
        .that.deep.includes({
          code: 'BAD_REQUEST',
          details: { field: 'slippage' },
          message: `slippage must be a fraction from 0 to 0.5, such as 0.005; got ${value}`,
        });
    }
  });

  it('reads every whole part per million as itself, however its fraction is rounded', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500_000 }), (ppm) => {
        expect(readSlippage(ppm / 1_000_000)).to.equal(ppm);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the least acceptable output', () => {
  const rows: readonly (readonly [bigint, number, bigint])[] = [
    [1_000_000n, 5_000, 995_000n],
    [1_000_001n, 5_000, 995_001n],
    [199n, 5_000, 199n],
    [200n, 5_000, 199n],
    [1n, 5_000, 1n],
    [3n, 500_000, 2n],
    [4n, 500_000, 2n],
    [0n, 5_000, 0n],
    [1_000_001n, 0, 1_000_001n],
    [maxUint256, 0, maxUint256],
  ];

  for (const [output, ppm, floor] of rows) {
    it(`of ${output} at ${ppm} parts per million is ${floor}`, () => {
      expect(floorOf(output, readSlippage(ppm / 1_000_000))).to.equal(floor);
    });
  }

  it('is rounded up by less than a unit, and never above the output', () => {
    const slippage = fc
      .integer({ min: 0, max: 500_000 })
      .map((ppm): Ppm => readSlippage(ppm / 1_000_000));

    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: maxUint256 }), slippage, (output, ppm) => {
        const floor = floorOf(output, ppm);
        const over = floor * 1_000_000n - output * BigInt(1_000_000 - ppm);

        expect(over >= 0n && over < 1_000_000n && floor <= output).to.equal(true);
      }),
      { numRuns: 200 },
    );
  });
});
